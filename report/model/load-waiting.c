/* load-waiting.c - in what of its time a thread waited.  See load.h.

   SPDX-License-Identifier: Apache-2.0

   load-times.c -> load-waiting.c -> load-tree.c.

   What the kernel was asked now and then tells of each node which part of its time the
   thread waited in; few answers tell it badly.  But how long the thread waited in all
   is known well, as the kernel counts how long it runs.  So all parts are made larger,
   or smaller, until they come to that: the odds of waiting, by the same factor, so that
   a part remains one, and what never waited stays so.  What always waited might have
   run when it was not asked.  A thread that waits for another one does so all
   the time, also when it could go on and waits for a processor.  */

#include "model/load.h"

#include <math.h>

/* Less of a node's time is not worth a word.  The odds are not made smaller than by so
   many times, as what waited did; but all may be waiting.  */
#define LEAST_PART .01
#define LEAST_FACTOR (1. / 32)
#define MOST_FACTOR 1e6

static double
part_of (const struct own_time *time, double factor)
{
  double part = time->ns > 0 ? time->waiting / time->ns : 0;
  double most = fmax (time->asked, 1) / (fmax (time->asked, 1) + 1);
  part = fmin (part, most);
  return factor * part / (factor * part + 1 - part);
}

static double
sum_with (const struct own_time *times, size_t count, double factor)
{
  double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += times[i].waits ? times[i].ns
	   : times[i].ns * part_of (&times[i], factor);
  return sum;
}

/* Returns the factor by which the odds are wrong, if the thread WAITED so
   long.  */
static double
find_factor (const struct own_time *times, size_t count, double waited)
{
  double low = LEAST_FACTOR, high = MOST_FACTOR;
  for (int i = 0; i < 32; i++)
    {
      double middle = sqrt (low * high);
      if (sum_with (times, count, middle) < waited)
	low = middle;
      else
	high = middle;
    }
  return sqrt (low * high);
}

/* Returns the variance of the time of TIME that is waiting, by the number of
   answers: if they were all the same, one more might have been different.  */
static double
variance_of (const struct own_time *time)
{
  double part = time->ns > 0 ? time->waiting / time->ns : 0;
  if (part <= 0 || time->waits)
    return 0;
  double answers = time->asked > 1 ? time->asked : 1;
  return time->ns * time->ns
	 * (part < 1 ? part * (1 - part) / answers : 1 / (answers * answers));
}

/* Counts PART of TIME as waiting.  */
static void
set_part (struct own_time *time, double part)
{
  double before = time->waiting;
  time->waiting = part < LEAST_PART ? 0 : time->ns * fmin (part, 1);
  time->stopped *= before > 0 ? time->waiting / before : 0;
}

/* Returns how long THREAD waited, by the kernel's account; less than 0 if
   that is not known: also if a part of its time was not recorded, as TIMES
   show.  */
static double
waited_by (const struct thread *thread, const struct own_time *times,
	   size_t count)
{
  double all = 0;
  for (size_t i = 0; i < count; i++)
    all += times[i].ns + times[i].cost;
  return thread && thread->processor > 0 && all > .98 * thread->duration
	 ? fmax (0, all - thread->processor - thread->ready) : -1;
}

void
fit_waiting (struct own_time *times, size_t count,
	     const struct thread *thread)
{
  double waited = waited_by (thread, times, count), unsure = 0;
  bool is_known = waited >= 0;
  double factor = is_known ? find_factor (times, count, waited) : 1;
  for (size_t i = 0; i < count; i++)
    {
      double part = times[i].ns > 0 ? times[i].waiting / times[i].ns : 0;
      if (times[i].waits)
	times[i].waiting = times[i].ns;
      else
	set_part (&times[i], is_known ? part_of (&times[i], factor) : part);
      unsure += variance_of (&times[i]);
    }
  for (size_t i = 0; i < count; i++)
    {
      struct own_time *time = &times[i];
      double variance = variance_of (time);
      double part = time->ns > 0 ? 1 - time->waiting / time->ns : 1;
      /* Given the sum, the one part is known as well as all others are.  */
      if (is_known && unsure > 0)
	variance *= 1 - variance / unsure;
      time->running_variance = time->variance * part * part + variance;
    }
}
