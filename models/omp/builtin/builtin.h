/* builtin.h - what the files of the consumer that is built in share.  See
   gasp.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "ompt/consumer.h"
#include "gasp_omp.h"
#include "raise-event.h"
#include "samples.h"

#pragma GCC visibility push (hidden)

/* A bit in the word of an explicit task.  */
#define EXPLICIT (1ull << 62)

extern struct gasp_gcc_provider gasp_omp_provider;

struct construct {
  uint64_t place;		/* the address that its begin returns to */
  int64_t done;			/* iterations or sections */
  bool is_task;
};

/* State of a thread, in memory of its own: a program may load this library when
   little static TLS is left.  */
#define MOST_OPEN 32
#define MUTEX_KINDS 8
#define MOST_DATA 8
struct local {
  struct construct constructs[MOST_OPEN];
  unsigned int depth;		/* of these */
  uint64_t got_at[MUTEX_KINDS];	/* by kind: where it got the latest one */
  const void *target;		/* the construct for a device that it is in */
  const void *data_places[MOST_DATA]; /* OpenACC's data constructs */
  unsigned int data_maps[MOST_DATA], maps; /* see gasp_omp_maps_begin */
  unsigned int data_depth;	/* of these */
  struct gasp_omp_asked asked;	/* of a device, last */
  struct mutex_samples samples;
  /* Waits for iterations, in ticks: since when, 0 if that is an event; those
     that no event stands for yet; and what is long.  */
  gasp_gcc_word waits_since, owed, long_wait;
};
extern __thread struct local *gasp_omp_local
  __attribute__ ((tls_model ("initial-exec")));

/* Returns the calling thread's; makes it if there is none.  */
extern struct local *gasp_omp_new_local (void);
static inline struct local *
this_thread (void)
{
  return gasp_omp_local ? gasp_omp_local : gasp_omp_new_local ();
}

/* Shared by the threads that get no memory; places may be wrong then.  */
extern struct local gasp_omp_spare_local;

/* Returns the place of the call that returns to ADDRESS; if that has none, as
   what GCC adds by itself, of INSTEAD.  */
extern struct gasp_gcc_place gasp_omp_place (const void *address,
					     uint64_t instead);

static inline uint64_t
word (const ompt_data_t *data)
{
  return data ? data->value : 0;
}

/* Raises event TAG in the name of the function that this is in, at the place of
   AT or OTHERWISE (gasp_omp_place).  */
#define RAISE(tag, type, at, otherwise, ...)				\
  RAISE_SHORTLY (&gasp_omp_provider,					\
		 (unsigned long) __builtin_dwarf_cfa (),		\
		 (unsigned long) __builtin_frame_address (0), at, otherwise, \
		 gasp_omp_place (short_.address, short_.instead), tag, type, \
		 ##__VA_ARGS__)

static inline gasp_evttype_t
type_of (ompt_scope_endpoint_t endpoint)
{
  return endpoint == ompt_scope_begin ? GASP_START
	 : endpoint == ompt_scope_end ? GASP_END : GASP_ATOMIC;
}

/* ---- Waiting (waits.c)  */

extern void gasp_omp_on_acquire (ompt_mutex_t kind, unsigned int hint,
				 unsigned int how, ompt_wait_id_t lock,
				 const void *address);
extern void gasp_omp_on_acquired (ompt_mutex_t kind, ompt_wait_id_t lock,
				  const void *address);
extern void gasp_omp_on_nest_lock (ompt_scope_endpoint_t endpoint,
				   ompt_wait_id_t lock, const void *address);
extern void gasp_omp_on_released (ompt_mutex_t kind, ompt_wait_id_t lock,
				  const void *address);
/* Reports a wait of TEAM's for ITERATION, at ADDRESS, as an event, or once it
   is over.  */
struct parallel;
extern void gasp_omp_on_iteration (ompt_scope_endpoint_t endpoint,
				   const void *address,
				   const struct parallel *team,
				   uint64_t iteration);

/* ---- Devices (device/events.c)  */

/* Sets the callbacks for what is asked of devices, by SET.  */
extern void gasp_omp_want_devices (ompt_function_lookup_t lookup,
				   ompt_set_callback_t set);
/* As struct gasp_omp_builtin has them.  */
extern void gasp_omp_on_setup (ompt_scope_endpoint_t endpoint, int device,
			       bool image);
extern void gasp_omp_on_acc (ompt_scope_endpoint_t endpoint, int what,
			     int device, const void *address);
extern struct gasp_omp_asked gasp_omp_asked (void);
extern void gasp_omp_on_did (const struct gasp_omp_asked *what,
			     const struct gasp_omp_did *did);

#pragma GCC visibility pop
