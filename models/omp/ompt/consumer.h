/* consumer.h - who gets the events: the user's tool, and one that is built in.

   SPDX-License-Identifier: Apache-2.0

   Both are OMPT tools, both get each callback, and neither sees the other: each
   record of a thread, parallel region or task has a word of data for each.  The
   built-in one (builtin/) defines gasp_omp_builtin.

   Its result's functions are called as a tool's are: initialize when main is
   entered, or by the first use of OpenMP if that comes before; finalize when
   the process ends.  The lookup that initialize gets has the names of OMPT, and
   its functions give the built-in consumer's own words.  Callbacks run on the
   program's threads, with errno kept.  */

#pragma once

#include <omp-tools.h>
#include <stdbool.h>

#pragma GCC visibility push (hidden)

struct parallel;

/* A thread's request of a device: event TAG of it, its place, and the name that
   belongs to that, or null.  */
struct gasp_omp_asked
{
  unsigned int tag;
  const void *address;
  const char *name;
};

/* DEVICE did that: it was asked for at ASKED, began at BEGIN, of
   CLOCK_MONOTONIC, and took TOOK nanoseconds by its own clock.  If that
   IS_BY_HOST, from when it was asked until libgomp was notified of the end.  */
struct gasp_omp_did
{
  int device;
  bool is_by_host;
  uint64_t asked, begin, took;
};

struct gasp_omp_builtin {
  /* Whether it may want events: if not, nothing is done for it.  When the
     library is loaded, before constructors of others may have run.  */
  bool (*expected) (void);
  /* As ompt_start_tool; null if it does not want any.  */
  ompt_start_tool_result_t *(*start) (void);
  /* If it was not expected: BEGIN is to be called when it may want events after
     all.  */
  void (*wait) (void (*begin) (void));
  /* REDIRECT is to be called whenever the program has loaded libraries.  */
  void (*see_loading) (void (*redirect) (void));
  /* DEVICE begins, or ends, to be set up or, with IMAGE, to load the program's
     code.  */
  void (*setup) (ompt_scope_endpoint_t endpoint, int device, bool image);
  /* A construct of OpenACC's for DEVICE begins, at PLACE, or ends; WHAT is an
     enum acc_what.  */
  void (*acc) (ompt_scope_endpoint_t endpoint, int what, int device,
	       const void *place);
  /* Returns what the calling thread has asked a device for last.  */
  struct gasp_omp_asked (*asked) (void);
  /* A device did what was ASKED for.  */
  void (*did) (const struct gasp_omp_asked *asked,
	       const struct gasp_omp_did *did);
  /* Whether it wants nothing of regions, and what is in them, any more.  */
  bool (*is_done) (void);
  /* Returns whether it wants nothing of mutexes any more.  */
  bool (*is_done_with_mutexes) (void);
  /* Samples of mutexes are taken by these.  */
  ompt_callback_mutex_acquire_t mutex_acquire;
  ompt_callback_mutex_t mutex_acquired, mutex_released;
  /* A wait of a thread of TEAM for ITERATION, at PLACE, begins or is over.  */
  void (*iteration) (ompt_scope_endpoint_t endpoint, const void *place,
		     const struct parallel *team, uint64_t iteration);
};

extern const struct gasp_omp_builtin gasp_omp_builtin __attribute__ ((weak));

#pragma GCC visibility pop
