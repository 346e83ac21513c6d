/* findings.h - what stands out in a report, as sentences.

   SPDX-License-Identifier: Apache-2.0

   A rule is a row in findings.c and a function, which looks at the figures.  */

#ifndef REPORT_FINDINGS_H
#define REPORT_FINDINGS_H

#include "sums/figures.h"

/* Fills in what stands out in REPORT, which has been added up.  */
extern void find_findings (struct report *report);

/* A rule: fills in FINDING, whose place is NO_NODE; returns whether there is
   anything to say.  */
typedef bool rule (const struct report *report, struct finding *finding);
extern rule find_double_free, find_leak, find_allocating;
extern rule find_peers_waiting, find_single_accesses, find_peers_locks;
extern rule find_imbalance, find_small_regions, find_serial_part, find_team_locks;
extern rule find_copied_again, find_device_copies;
extern rule find_lock_queue, find_interpreter_lock;
extern rule find_waiting, find_top, find_recording, find_busy_machine;

/* Returns PART of WHOLE, in words: "43 %".  */
extern const char *share_text (double part, double whole);
/* " (FILE:LINE)" of PLACE, or "".  */
/* Returns PLACE, or one of no name if that is NO_NODE.  */
extern const struct place *known_place (const struct report *report,
					uint32_t place);
extern const char *at_place (const struct report *report, uint32_t place);
/* Returns the place of the function around the first event at PLACE, or
   NO_NODE.  */
extern uint32_t function_around (const struct report *report, uint32_t place);
/* Returns " in F" of the function around PLACE, or "".  */
extern const char *in_function (const struct report *report, uint32_t place);
/* Returns "loop" for NAME "omp for".  (of-teams.c)  */
extern const char *construct_noun (const char *name);

#endif /* REPORT_FINDINGS_H */
