/* library-recorder.h - the last START and END of one event.

   SPDX-License-Identifier: Apache-2.0  */

struct recorded {
  int line, column;
  unsigned long argument[8];
};

/* START and END since the last call of record, and how many there were.  */
extern struct recorded recorded[2];
extern int recorded_count;

/* Record events TAG from now on, whose arguments have these shapes, in the
   letters of gasp-events.def.  */
extern void record (unsigned int tag, const char *start, const char *end);
