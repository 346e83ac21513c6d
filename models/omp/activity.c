/* activity.c - what each call looks at first: whether anything is wanted of it,
   and the record of the calling thread.

   SPDX-License-Identifier: Apache-2.0  */

#include "state.h"
#include "mark.h"
#include "raise.h"
#include "samples.h"

int gasp_omp_activity;
__attribute__ ((weak)) unsigned char __gasp_omp_active;
__thread struct thread *gasp_omp_thread
  __attribute__ ((tls_model ("initial-exec")));
ompt_callback_t gasp_omp_callbacks[CALLBACKS][CONSUMERS];

void
gasp_omp_set_activity (int activity)
{
  gasp_omp_activity = activity;
  gasp_omp_mutexes_sampled = gasp_omp_mutexes_done = false;
  gasp_omp_mutexes_turn++;
  __gasp_omp_active = activity != DORMANT;
}
