/* process.h - the memory of another process, and what is in it.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns the record file that process PID writes, allocated; null if it
   writes none.  */
extern char *record_of_process (int pid);

/* Returns where SYMBOL is in process PID, in its libgasp or in its
   executable; 0 if there is none.  */
extern unsigned long find_in_process (int pid, const char *symbol);

/* Copies SIZE bytes of process PID, from ADDRESS there, to TO, or the
   reverse.  */
extern bool read_process (int pid, unsigned long address, void *to,
			  size_t size);
extern bool write_process (int pid, unsigned long address, const void *from,
			   size_t size);
