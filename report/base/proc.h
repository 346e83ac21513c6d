/* proc.h - what /proc says of processes and their threads.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Reads the file NAME of thread TID of process PID, or of the process if TID is
   0, into TEXT, as a string of up to SIZE - 1 bytes.  Returns its length.  */
extern size_t read_proc (int pid, int tid, const char *name, char *text,
			 size_t size);

/* Fields of the file stat, and the letter of the state there.  */
enum proc_field {
  PROC_PARENT = 4, PROC_USER = 14, PROC_SYSTEM = 15, PROC_START = 22
};
struct proc_stat { char text[1024]; };
/* Returns whether there is one.  */
extern bool read_stat (int pid, int tid, struct proc_stat *stat);
/* Returns a field and the state; 0 if there is none.  */
extern uint64_t stat_field (const struct proc_stat *stat,
			    enum proc_field field);
extern char stat_state (const struct proc_stat *stat);

/* Returns whether thread TID of process PID, or the process if TID is 0, exists
   and is not a zombie.  */
extern bool is_alive (int pid, int tid);

/* Returns whether process PID exists, also as a zombie, and is the one that
   began at START, field PROC_START.  Where /proc hides it, any process of that
   number may be it.  */
extern bool may_be_process (int pid, uint64_t start);

/* Returns what the file status of thread TID of process PID has under NAME,
   allocated; null if nothing.  */
extern char *read_status (int pid, int tid, const char *name);

/* Returns the threads of process PID, *COUNT, allocated; null if it has none
   that is alive.  */
extern int *list_threads (int pid, size_t *count);

/* Mappings of process PID, one after the other:

     struct mapping m = { 0 };
     while (next_mapping (pid, &m))
       ...
     end_mappings (&m);  */
struct mapping {
  FILE *file;
  char line[4400];
  unsigned long start, end, offset;
  const char *path;		/* in LINE; "" if it is not a file */
};
extern bool next_mapping (int pid, struct mapping *m);
extern void end_mappings (struct mapping *m);

/* Returns whether this machine is called HOST, which may be null.  */
extern bool is_this_host (const char *host);
