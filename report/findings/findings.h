/* findings.h - what stands out in a report, as sentences.

   SPDX-License-Identifier: Apache-2.0

   A rule is a row in findings.c and a function, which looks at the figures.  */

#pragma once

#include "sums/figures.h"

/* Fills in what stands out in REPORT, which has been added up.  */
extern void find_findings (struct report *report);

/* A rule: fills in FINDING, whose place is NO_NODE; returns whether there is
   anything to say.  */
typedef bool rule (const struct report *report, struct finding *finding);
extern rule find_crash, find_double_free, find_leak, find_allocating,
  find_collecting, find_faulting;
extern rule find_peers_waiting, find_wrong_order, find_peers_locks;
extern rule find_strange_clocks;
extern rule find_single_accesses;
extern rule find_imbalance, find_iterations, find_small_regions,
  find_serial_part, find_team_locks;
extern rule find_spinning, find_spinning_ranks;
extern rule find_critical_path;
extern rule find_copied_again, find_device_copies;
extern rule find_lock_queue, find_interpreter_lock;
extern rule find_waiting, find_top, find_recording, find_busy_machine;
extern rule find_full_record, find_go_threads, find_script;
extern rule find_other_programs;

/* Returns whether threads were ready for a processor that long that others
   must have had it.  (of-recording.c)  */
extern bool is_busy_machine (const struct report *report);
/* Returns whether P has loaded a module whose file's name matches GLOB.
   (of-recording.c)  */
extern bool has_module (const struct process *p, const char *glob);
/* Returns the script by which the interpreter at PATH raises an event for each
   call of a function, or null.  (of-recording.c)  */
extern const char *host_script (const char *path);
/* Returns PART of WHOLE, in words: "43 %".  */
extern const char *share_text (double part, double whole);
/* Returns the time of all threads without that in which they were ready for a
   processor, which is most of it on a busy machine.  */
extern double time_but_ready (const struct report *report);
/* Returns PLACE, or one of no name if that is NO_NODE.  */
extern const struct place *known_place (const struct report *report,
					uint32_t place);
/* Returns whether PLACE is in a source that is not of a language's library.
   (words.c)  */
extern bool has_source (const struct place *place);
/* Returns whether PLACE is a call of the system that waits.  (of-waits.c)  */
extern bool is_call (const struct place *place);
/* Returns whether a first thread waits for the system in PLACE, rather than
   for a signal, which another thread of its process may send.  (of-waits.c)  */
extern bool is_for_system (const struct report *report,
			   const struct place *place);
/* Returns whether in PLACE a process or thread waits for another one of REPORT,
   which has its own times.  (of-waits.c)  */
extern bool awaits_known (const struct report *report,
			  const struct place *place);
/* Returns whether the process of thread number T has no other thread, and does
   nothing but wait, while others are busy: as one does that is there for what
   they might ask of it.  (of-spread.c)  */
extern bool is_idle_helper (const struct report *report, size_t t);
/* Finds that no place has most of the waiting, but all together have much.
   (of-spread.c)  */
extern rule find_spread_waiting;
/* Returns whether PLACE is the function that Go's runtime begins threads
   with.  (of-waits.c)  */
extern bool is_of_go (const struct place *place);
/* Returns whom those that waited at PLACE waited for most, if for so much TIME,
   or null.  */
extern const struct blame *holder_of (const struct report *report,
				      uint32_t place, double time);
/* Returns " (FILE:LINE)" of PLACE, or "".  */
extern const char *at_place (const struct report *report, uint32_t place);
/* Returns "libz.so.1" if PLACE stands for the functions of a module that is
   stripped; else null.  */
extern const char *stripped_module (const struct place *place);
/* Returns the name of PLACE, a function, or "unnamed functions of libz.so".  */
extern const char *function_words (const struct place *place);
/* Returns the place of the function around the first event at PLACE, or
   NO_NODE.  */
extern uint32_t function_around (const struct report *report, uint32_t place);
/* Returns " in F" of the function around PLACE, or "".  */
extern const char *in_function (const struct report *report, uint32_t place);
/* Threads that a sentence is about, or processes, by their initial threads; the
   first few of all COUNT.  */
enum { MOST_WHO = 3 };
struct who { size_t count; const struct thread *threads[MOST_WHO]; };
/* Adds THREAD to WHO.  (who.c)  */
extern void add_who (struct who *who, const struct thread *thread);
/* Returns " (1 and 3)", " (MPI rank 2, pid 471 on node1)"; "" if they are more
   than a few.  */
extern const char *who_text (const struct report *report,
			     const struct who *who);
/* Returns THREAD's number, with its name if it has one of its own.  */
extern const char *thread_words (const struct thread *thread);
/* Returns ", number 3 of its team" for THREAD, as omp_get_thread_num has it; ""
   if that is the number by which the report knows it, or none.  */
extern const char *team_words (const struct thread *thread);
/* Returns " (rank 2, pid 471)", by which PROCESS can be selected, or "" where
   there is only one.  */
extern const char *in_process (const struct report *report,
			       const struct process *process);
/* Returns "cat (pid 471)".  */
extern const char *process_text (const struct report *report,
				 const struct process *process);
/* Returns ". 50 % of that comes from f, on rank 1": what FINDING's waiting for
   one another comes from, if that is a good part, as its cause; else null.
   (of-delays.c)  */
extern const char *delay_text (const struct report *report,
			       struct finding *finding);
/* Returns "g < h" for what calls PATH, or null.  (of-delays.c)  */
extern const char *chain_text (const struct report *report, uint32_t path);
/* Returns "the loop in f (a.c:9)" for the construct at PLACE.  (of-teams.c)  */
extern const char *construct_text (const struct report *report, uint32_t place);
