/* gasprun.h - between the files of gasprun.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASPRUN_H
#define GASPRUN_H

#include <stdbool.h>

#define MAX_THREADS 1024

/* MESSAGE with WHAT for its %s, and exit.  */
extern void die (int status, const char *message, const char *what)
  __attribute__ ((noreturn));
/* Run ARGV, with the thread's number before each line that it writes.  Returns
   its exit status, or dies as it does.  */
extern int run_labelled (char **argv);

#endif /* GASPRUN_H */
