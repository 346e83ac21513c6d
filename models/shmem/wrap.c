/* wrap.c - what the program calls in place of OpenSHMEM's functions.

   SPDX-License-Identifier: Apache-2.0

   A wrapper for each row of functions.def, which raises an event around the
   real function.  All types are the specification's, so one library serves all
   of OpenSHMEM's; libgasp loads it when there is a tool and the program has one
   of them.  */

#include "gasp_shmem.h"
#include "library-call.h"
#include "slots.h"
#include "words.h"
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

/* ---- Teams, of OpenSHMEM 1.5.  What they are has no name before a library
   defines it, so a team's functions and handles are looked up.  */

static void *
look_up (const char *name)
{
  return dlsym (RTLD_DEFAULT, name);
}

/* Returns the value of the variable that SHMEM_TEAM_WORLD is; null if there
   is none.  */
static void *
team_world (void)
{
  static const char *const names[] = {
    "SHMEM_TEAM_WORLD", "oshmem_team_world", "shmem_team_world"
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      void **variable = look_up (names[i]);
      if (variable)
	return *variable;
    }
  return NULL;
}

/* Returns the number in the program of PE of TEAM; -1 if that cannot be
   known.  */
static int
pe_of_team (void *team, int pe)
{
  static int (*translate) (void *, int, void *);
  static void *world;
  if (!translate)
    {
      world = team_world ();
      translate = look_up ("shmem_team_translate_pe");
    }
  return team == world ? pe : translate && world && team ? translate (team, pe, world) : -1;
}

/* Returns the number in the world of PE of CONTEXT, which may be a team's.  */
static int
pe_of_context (void *context, int pe)
{
  static int (*get_team) (void *, void **);
  static bool known;
  void *team;
  if (!known)
    get_team = look_up ("shmem_ctx_get_team");
  known = true;
  return get_team && !get_team (context, &team) ? pe_of_team (team, pe) : pe;
}

static size_t
pes_of_team (void *team)
{
  static int (*count) (void *);
  if (!count)
    count = look_up ("shmem_team_n_pes");
  int n = count ? count (team) : 0;
  return n > 0 ? n : 0;
}

#define WITHIN(context, pe) pe_of_context (context, pe)
#define OF(team, pe) pe_of_team (team, pe)
#define PES(team) pes_of_team (team)

static bool
is_own (int pe)
{
  static int (*own) (void);
  if (!own)
    own = look_up ("shmem_my_pe");
  return own && own () == pe;
}

/* ---- Events  */

static void
raise_lock (const struct library_call *call, unsigned int tag, gasp_evttype_t type,
	    long *lock)
{
  CALL_RAISE (call, tag, type, (void *) lock);
}

/* ---- Kinds of functions: what they do beside the CALL of the real one  */

#define NAMED(CALL, tag)						\
  library_raise (&call, tag, GASP_START);				\
  CALL;									\
  library_raise (&call, tag, GASP_END);
#define OTHER(CALL) NAMED (CALL, GASP_GCC_SHMEM)
#define SETUP(CALL) NAMED (CALL, GASP_GCC_SHMEM_SETUP)
#define BARRIER(CALL) NAMED (CALL, GASP_GCC_SHMEM_BARRIER)
#define WAITS(CALL) NAMED (CALL, GASP_GCC_SHMEM_WAIT)
#define FENCE(CALL) NAMED (CALL, GASP_GCC_SHMEM_FENCE)

#define ALLOC(CALL, bytes)						\
  CALL_RAISE (&call, GASP_GCC_SHMEM_ALLOC, GASP_START, call.name, (size_t) (bytes)); \
  CALL;									\
  CALL_RAISE (&call, GASP_GCC_SHMEM_ALLOC, GASP_END, call.name, (size_t) (bytes), \
	      result);

#define MOVES(CALL, tag, pe, bytes)					\
  int pe_ = pe;								\
  size_t bytes_ = bytes;						\
  library_raise_transfer (&call, tag, GASP_START, pe_, bytes_);		\
  CALL;									\
  library_raise_transfer (&call, tag, GASP_END, pe_, bytes_);
#define PUT(CALL, pe, bytes) MOVES (CALL, GASP_GCC_SHMEM_PUT, pe, bytes)
#define GET(CALL, pe, bytes) MOVES (CALL, GASP_GCC_SHMEM_GET, pe, bytes)
#define ATOMIC(CALL, pe, bytes) MOVES (CALL, GASP_GCC_SHMEM_ATOMIC, pe, bytes)
#define ATOMIC_FETCH(CALL, pe, bytes) \
  MOVES (CALL, GASP_GCC_SHMEM_ATOMIC_FETCH, pe, bytes)

#define COLLECTIVE(CALL, root, received, sent)				\
  int root_ = root;							\
  size_t received_ = received, sent_ = sent;				\
  library_raise_collective (&call, GASP_GCC_SHMEM_COLLECTIVE, GASP_START, \
			    root_, received_, sent_);	\
  CALL;									\
  library_raise_collective (&call, GASP_GCC_SHMEM_COLLECTIVE, GASP_END, \
			    root_, received_, sent_);
#define BROADCAST(CALL, root, bytes)					\
  int of_ = root;							\
  bool gives_ = is_own (of_);						\
  COLLECTIVE (CALL, of_, gives_ ? 0 : bytes, gives_ ? bytes : 0)

#define LOCKS(CALL, tag, lock)						\
  raise_lock (&call, tag, GASP_START, lock);				\
  CALL;									\
  raise_lock (&call, tag, GASP_END, lock);
#define TRIES(CALL, lock)						\
  raise_lock (&call, GASP_GCC_SHMEM_TRYLOCK, GASP_START, lock);		\
  CALL;									\
  CALL_RAISE (&call, GASP_GCC_SHMEM_TRYLOCK, GASP_END, (void *) lock, result == 0);

/* ---- Wrappers  */

#define SHMEM_CALL(name, params, args, kind...)				\
  static void (*real_##name) params;					\
  static void								\
  wrap_##name params							\
  {									\
    struct library_call call;						\
    if (!CALL_BEGINS (call, "shmem_" #name))				\
      {									\
	real_##name args;						\
	return;								\
      }									\
    APPLY (real_##name args, kind)					\
  }
#define SHMEM_VALUE(type, name, params, args, kind...)			\
  static type (*real_##name) params;					\
  static type								\
  wrap_##name params							\
  {									\
    struct library_call call;						\
    type result;							\
    if (!CALL_BEGINS (call, "shmem_" #name))				\
      return real_##name args;						\
    APPLY (result = real_##name args, kind)				\
    return result;							\
  }
#include "functions.def"

static const struct slots_entry entries[] = {
#define SHMEM_CALL(name, params, args, kind...) \
  { "shmem_" #name, (void **) &real_##name, (void *) wrap_##name, NULL },
#define SHMEM_VALUE(type, name, params, args, kind...) \
  SHMEM_CALL (name, params, args, kind)
#include "functions.def"
};

static const struct slots_entry *
find_entry (const char *name)
{
  if (strncmp (name, "shmem_", 6))
    return NULL;
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (!strcmp (entries[i].name, name))
      {
	if (!*entries[i].real)
	  *entries[i].real = look_up (name);
	return &entries[i];
      }
  return NULL;
}

/* Libraries that are OpenSHMEM.  */
static bool
is_left_alone (const char *name)
{
  return (!strncmp (name, "liboshmem", 9) || !strncmp (name, "libsma", 6)
	  || !strncmp (name, "libshmem", 8));
}

static void
redirect (void)
{
  slots_redirect (find_entry, is_left_alone);
}

struct gasp_gcc_provider library_provider = {
  .version = GASP_GCC_PROVIDER_VERSION, .language = GASP_LANG_SHMEM,
  .start = library_find_rank, .loaded = redirect
};

__attribute__ ((constructor)) static void
load (void)
{
  gasp_gcc_register_provider (&library_provider);
}
