/* race-report.c - what the user is shown of races.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdio.h>
#include "check/races.h"

#define PAIRS 4096
static struct shared
{
  uint32_t races;
  uint64_t pairs[PAIRS];	/* of places that have been reported */
} *shared;

bool
upc_race_reports_prepare (void)
{
  shared = upc_map_shared (sizeof *shared);
  return shared != NULL;
}

uint32_t
upc_races_found (void)
{
  return shared ? __atomic_load_n (&shared->races, __ATOMIC_ACQUIRE) : 0;
}

/* Returns whether a race between places A and B has not been reported; it is
   from now on.  */
static bool
is_news (unsigned a, unsigned b)
{
  uint64_t pair = a < b ? (uint64_t) a << 32 | b : (uint64_t) b << 32 | a;
  uint64_t h = pair * UINT64_C (0x9e3779b97f4a7c15) >> 40;
  for (int i = 0; i < 32; i++)
    {
      uint64_t none = 0, *its = &shared->pairs[(h + i) % PAIRS];
      if (__atomic_compare_exchange_n (its, &none, pair, false,
				       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
	return true;
      if (none == pair)
	return false;
    }
  return false;
}

static const char *
what (uint64_t cell)
{
  return cell & WRITE ? "writes" : "reads";
}

/* Returns TEXT, which has room for 40 bytes: who accesses by CELL.  */
static const char *
show_who (char *text, uint64_t cell)
{
  unsigned thread = thread_of (cell);
  bool itself = thread < (unsigned) THREADS;
  sprintf (text, "%sthread %u", itself ? "" : "a transfer of ",
	   itself ? thread : thread - THREADS);
  return text;
}

void
upc_report_race (upc_pts_t p, unsigned unit, uint64_t mine, uint64_t other)
{
  char object[256], here[512], there[512], who[2][40];
  unsigned a = place_of (mine), b = place_of (other);
  unsigned first = __builtin_ctzll ((mine & other & WHICH) | 0x100);
  if (!a || !b || !is_news (a, b))
    return;
  __atomic_fetch_add (&shared->races, 1, __ATOMIC_ACQ_REL);
  upc_show_place (object, sizeof object, upc_pts_place (p) + first * unit);
  upc_show_where (here, sizeof here, upc_place_of_number (a));
  upc_show_where (there, sizeof there, upc_place_of_number (b));
  upc_message ("data race on %s: %s %s it at %s, %s %s it at %s, and nothing "
	       "orders these", object, show_who (who[0], mine), what (mine),
	       here, show_who (who[1], other), what (other), there);
}
