/* acc.h - OpenACC's constructs.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <omp-tools.h>
#include <stdbool.h>

#pragma GCC visibility push (hidden)

/* Parts of the program.  A data construct has two: its begin and its end, which
   has no place of its own.  */
enum acc_what
{
  ACC_INIT,
  ACC_COMPUTE,
  ACC_DATA,
  ACC_DATA_BEGIN,
  ACC_DATA_END,
  ACC_UPDATE,
  ACC_WAIT
};

/* Set if the program has calls that OpenACC's constructs are.  */
extern bool gasp_omp_has_acc;

/* Returns where the program has called a function of OpenACC's; null if the
   thread is in a construct, or constructs are not reported.  */
extern const void *gasp_omp_acc_place (void);

/* Has libgomp report OpenACC's constructs to the built-in consumer.  */
extern void gasp_omp_acc_begin (void);
extern void gasp_omp_acc_end (void);

#pragma GCC visibility pop
