/* state.c - what all of libupc knows of the process, which is a thread of UPC.

   SPDX-License-Identifier: Apache-2.0  */

#include "core/control.h"

int __upc_threads = 1, __upc_mythread;
unsigned int __upc_near_first, __upc_near_count = 1;
int __upc_all_near;
uint64_t __upc_origin, __upc_own, __upc_first;
uint64_t __upc_inverse, __upc_bias, __upc_all_threads;
const volatile unsigned char *__upc_watched;
char *__upc_base;
struct upc_control *upc_control;
struct upc_conduit upc_conduit;
struct upc_settings upc_settings;
pid_t upc_process;
struct gasp_gcc_provider upc_provider = {
  .version = GASP_GCC_PROVIDER_VERSION, .language = GASP_LANG_UPC
};
__thread const struct upc_place *upc_place;

void
upc_be_of (int threads)
{
  __upc_threads = threads;
  __upc_inverse = UINT64_MAX / (uint64_t) threads;
  __upc_bias = (uint64_t) threads * __UPC_BIAS + 1;
  __upc_all_threads = (uint64_t) threads << UPC_ADDRESS_BITS;
}

void
upc_be_thread (int number)
{
  __upc_mythread = number;
  __upc_first = (uint64_t) __upc_base - __upc_origin;
  __upc_own = __upc_first + ((uint64_t) number << UPC_ADDRESS_BITS);
}

/* ---- For debuggers (libupc/gdb/gasp-upc-gdb.py)  */

/* Where they put pointers-to-shared that they compute; after these, the
   runtime puts data of other nodes, and after these, they have copies of
   such.  */
upc_pts_t __upc_debugger_values[2 * UPC_DEBUGGER_VALUES + UPC_DEBUGGER_COPIES];
/* Not 0: no debugger is waited for any more.  */
volatile int __upc_debugger_gate;
/* Where the process of the first thread on this machine stands; those of others
   follow, so many bytes apart.  */
const pid_t *__upc_debugger_processes;
const unsigned long __upc_debugger_step = sizeof (struct upc_thread);
