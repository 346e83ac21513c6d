/* Test report/findings/of-peers.c: which table has more of what stands out.

   SPDX-License-Identifier: Apache-2.0  */

#include <of-peers.c>
#include "unit.h"

/* Of calls that wait for senders and receivers, at place 7.  */
static void
test_view (void)
{
  struct waiting senders[] = { { .place = 7, .waited = 3 },
			       { .place = 7, .waited = 3 } };
  struct waiting receivers[] = { { .place = 7, .waited = 4 },
				 { .place = 8, .waited = 9 } };
  struct report report = { 0 };
  report.peers.late.rows = senders;
  report.peers.late.count = 2;
  report.peers.late_receivers.rows = receivers;
  report.peers.late_receivers.count = 2;
  CHECK_TEXT (view_of (&report, 7), "late-senders");
  CHECK_TEXT (view_of (&report, 8), "late-receivers");
}

/* Accesses that were not all recorded stand out by the time of those that were:
   if they take a part of the time running, as far as that is known.  */
static void
test_single_accesses (void)
{
  struct process process = { .duration = 100, .transfers_until = 50 };
  struct process *processes[] = { &process };
  struct traffic a = { .place = NO_NODE, .name = "a", .reads = 5000,
		       .bytes_read = 40000, .time = 9 };
  struct finding finding = { 0 };
  struct report report = { .processes = processes, .process_count = 1,
			   .whole = 1000, .running = 20 };
  report.peers.arrays.rows = &a;
  report.peers.arrays.count = 1;
  CHECK (find_single_accesses (&report, &finding));
  report.shows_waiting = true;
  CHECK (!find_single_accesses (&report, &finding));
  report.running = 0;
  CHECK (find_single_accesses (&report, &finding));

  /* All of them were, and most of an event's time is in others within it.  */
  struct place place = { .kind = PLACE_EVENT, .tag = 26 /* GASP_UPC_GET */ };
  struct row row = { .self = 10, .total = 90 };
  report.profile.places = &place;
  report.profile.place_count = 1;
  report.flat.rows = &row;
  report.flat.count = 1;
  process.transfers_until = 0;
  a.time = 80;
  CHECK (find_single_accesses (&report, &finding));
  CHECK_NUMBER ((long) finding.gain, 80);
}

/* Those to the own part count if they were profiled, not if blocks were.  */
static void
test_own_accesses (void)
{
  struct transfer own = { .peer = 1, .bytes = 4000, .calls = { .count = 100 } };
  struct process process = { .peers = { .rank = 1, .transfers = &own,
					.transfer_count = 1 } };
  struct process *processes[] = { &process };
  struct report report = { .processes = processes, .process_count = 1 };
  struct traffic a = { .reads = 300, .local = 100 };
  CHECK_TEXT (count_of_accesses (&report, &a, true), "300 accesses");
  own.bytes = 400;
  CHECK_TEXT (count_of_accesses (&report, &a, true), "300 of 400 accesses");
  own.peer = 0;
  CHECK_TEXT (count_of_accesses (&report, &a, true), "300 accesses");
}

UNIT (test_view, test_single_accesses, test_own_accesses);
