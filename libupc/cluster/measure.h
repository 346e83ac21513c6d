/* measure.h - what both programs of gasprun --check have: figures and time.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Lists what is measured: round trips and all that all threads do, in
   microseconds; rates, in gigabytes a second; updates, in millions a second by
   all threads.  "Near" is between thread 0 and the next of its machine, "far"
   between it and the first of another.  0: not measured.  */
#define FIGURES(F)							\
  F (near_trip) F (near_rate) F (far_trip) F (far_rate) F (barrier)	\
  F (sum) F (updates)

struct figures
{
#define MEMBER(name) double name;
  FIGURES (MEMBER)
#undef MEMBER
};

enum { TURNS = 5, TRIPS = 200, CHUNK = 1 << 20, CHUNKS = 20, MEETINGS = 200,
       WORDS = 1 << 16, UPDATES = 50000 };

static inline double
microseconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

/* Sets LEAST, a variable, to the least time that STATEMENT takes in some turns,
   each of which begins after MEET.  */
#define LEAST_TIME(least, meet, statement)				\
  for (int turn_ = 0; turn_ < TURNS; turn_++)				\
    {									\
      meet;								\
      double begin_ = microseconds ();					\
      statement;							\
      double took_ = microseconds () - begin_;				\
      if (!turn_ || took_ < (least))					\
	(least) = took_;						\
    }

/* Returns pseudo-random numbers, by xorshift.  */
static inline uint64_t
next_number (uint64_t *state)
{
  uint64_t x = *state;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return *state = x;
}
