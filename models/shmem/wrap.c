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
#include <link.h>
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
  return team == world ? pe
	 : translate && world && team ? translate (team, pe, world) : -1;
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

/* Returns the own number; -1 if it is not known.  */
static int
own_pe (void)
{
  static int (*own) (void);
  if (!own)
    own = look_up ("shmem_my_pe");
  return own ? own () : -1;
}

/* Returns a number for SIZE PEs, the same in each, which tools know as MEMBERS:
   those of a set, as before 1.5, or of a team, which has a stride, too.  */

static int64_t
members (int first, int second, size_t size)
{
  uint32_t which = (uint32_t) first * 2654435761u;
  which += (uint32_t) second * 40503u;
  return (int64_t) ((uint64_t) (which | 1) << 32 | (uint32_t) size);
}

static int64_t
members_of_set (int start, int stride, int size)
{
  return size > 0 ? members (start, start + (1 << stride), (size_t) size) : 0;
}

static int64_t
members_of_team (void *team)
{
  size_t size = pes_of_team (team);
  int first = size ? pe_of_team (team, 0) : -1;
  return first < 0 ? 0
	 : members (first, size > 1 ? pe_of_team (team, 1) : first, size);
}

#define SET(start, stride, size) members_of_set (start, stride, size)
#define TEAM(team) members_of_team (team)

/* ---- Objects for which others may wait.  A static one may be at another
   address in each process, but is at the same distance from the executable's
   beginning.  */

static uintptr_t executable, executable_end;

/* Notes where the executable is, which is the first.  */
static int
find_executable (struct dl_phdr_info *info, size_t size, void *closure)
{
  (void) size, (void) closure;
  executable = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      uintptr_t end = info->dlpi_addr + p->p_vaddr + p->p_memsz;
      if (p->p_type == PT_LOAD && end > executable_end)
	executable_end = end;
    }
  return 1;
}

/* Returns a number for the object AT this address, the same in each PE.  */
static int64_t
symmetric (const void *at)
{
  uintptr_t address = (uintptr_t) at;
  if (!executable_end)
    dl_iterate_phdr (find_executable, NULL);
  return (int64_t) (address >= executable && address < executable_end
		    ? address - executable : address);
}

/* Returns a number for that of PE; 0 if that is not known.  */
static int64_t
object_of (int pe, const void *at)
{
  return pe < 0 ? 0 : symmetric (at) + ((int64_t) pe + 1) * (INT64_C (1) << 48);
}

/* ---- Events  */

static void
raise_lock (const struct library_call *call, unsigned int tag,
	    gasp_evttype_t type, long *lock)
{
  CALL_RAISE (call, tag, type, symmetric (lock));
}

/* Raises TAG, that the object AT that address of PE is changed, or has
   been.  */
static void
raise_change (const struct library_call *call, unsigned int tag, int pe,
	      const void *at)
{
  CALL_RAISE (call, tag, GASP_ATOMIC, object_of (pe, at));
}

static void
raise_test (const struct library_call *call, int found)
{
  CALL_RAISE (call, GASP_GCC_SHMEM_TEST, GASP_END, call->name, found);
}

static void
raise_members (const struct library_call *call, gasp_evttype_t type,
	       int64_t which)
{
  CALL_RAISE (call, GASP_GCC_SHMEM_BARRIER_WITHIN, type, call->name, which);
}

static void
raise_together (const struct library_call *call, unsigned int tag,
		gasp_evttype_t type, int root, size_t received, size_t sent,
		int64_t which)
{
  CALL_RAISE (call, tag, type, call->name, root, received, sent, which);
}

/* ---- Kinds of functions: what they do beside the CALL of the real one  */

#define NAMED(CALL, tag)						\
  library_raise (&call, tag, GASP_START);				\
  CALL;									\
  library_raise (&call, tag, GASP_END);
#define OTHER(CALL) NAMED (CALL, GASP_GCC_SHMEM)
#define SETUP(CALL) NAMED (CALL, GASP_GCC_SHMEM_SETUP)
#define BARRIER(CALL) NAMED (CALL, GASP_GCC_SHMEM_BARRIER)
#define CHANGED(object) \
  raise_change (&call, GASP_GCC_SHMEM_CHANGED, own_pe (), object)
#define WAITING_FOR_(CALL, changed)					\
  library_raise (&call, GASP_GCC_SHMEM_WAIT, GASP_START);		\
  CALL;									\
  changed;								\
  library_raise (&call, GASP_GCC_SHMEM_WAIT, GASP_END);
#define TESTING_(CALL, found, changed)					\
  library_raise (&call, GASP_GCC_SHMEM_TEST, GASP_START);		\
  CALL;									\
  if (found)								\
    changed;								\
  raise_test (&call, found);
/* Of several, those that are not left out; one; and those that are found.  */
#define CHANGED_ALL							\
  for (size_t i_ = 0; i_ < n; i_++)					\
    if (!status || !status[i_])						\
      CHANGED (&at[i_])
#define CHANGED_ANY if (result < n) CHANGED (&at[result])
#define CHANGED_SOME							\
  for (size_t i_ = 0; i_ < result && i_ < n; i_++)			\
    CHANGED (&at[which[i_]])
#define WAITS(CALL) WAITING_FOR_ (CALL, CHANGED (at))
#define WAITS_all(CALL) WAITING_FOR_ (CALL, CHANGED_ALL)
#define WAITS_any(CALL) WAITING_FOR_ (CALL, CHANGED_ANY)
#define WAITS_some(CALL) WAITING_FOR_ (CALL, CHANGED_SOME)
#define TESTS(CALL) TESTING_ (CALL, result != 0, CHANGED (at))
#define TESTS_all(CALL) TESTING_ (CALL, result != 0, CHANGED_ALL)
#define TESTS_any(CALL) TESTING_ (CALL, result < n, CHANGED (&at[result]))
#define TESTS_some(CALL) TESTING_ (CALL, result > 0, CHANGED_SOME)
#define FENCE(CALL) NAMED (CALL, GASP_GCC_SHMEM_FENCE)

#define ALLOC(CALL, bytes)						\
  CALL_RAISE (&call, GASP_GCC_SHMEM_ALLOC, GASP_START, call.name,	\
	      (size_t) (bytes));					\
  CALL;									\
  CALL_RAISE (&call, GASP_GCC_SHMEM_ALLOC, GASP_END, call.name, (size_t) (bytes), \
	      result);

#define MOVES(CALL, tag, pe, bytes)					\
  int pe_ = pe;								\
  size_t bytes_ = bytes;						\
  library_raise_transfer (&call, tag, GASP_START, pe_, bytes_);		\
  CALL;									\
  library_raise_transfer (&call, tag, GASP_END, pe_, bytes_);
/* Raises the same events where others may wait for a change of AT in PE's
   memory, if it IS_MEANT for that.  */
#define MOVES_TO(CALL, tag, pe, bytes, at, is_meant)			\
  int pe_ = pe;								\
  size_t bytes_ = bytes;						\
  library_raise_transfer (&call, tag, GASP_START, pe_, bytes_);		\
  if (is_meant)								\
    raise_change (&call, GASP_GCC_SHMEM_CHANGE, pe_, at);		\
  CALL;									\
  library_raise_transfer (&call, tag, GASP_END, pe_, bytes_);
#define PUT(CALL, pe, bytes) \
  MOVES_TO (CALL, GASP_GCC_SHMEM_PUT, pe, bytes, d, bytes_ <= 8)
#define PUT_SIGNAL(CALL, pe, bytes, at) \
  MOVES_TO (CALL, GASP_GCC_SHMEM_PUT, pe, bytes, at, true)
#define GET(CALL, pe, bytes) MOVES (CALL, GASP_GCC_SHMEM_GET, pe, bytes)
#define ATOMIC(CALL, pe, bytes) \
  MOVES_TO (CALL, GASP_GCC_SHMEM_ATOMIC, pe, bytes, d, true)
#define ATOMIC_FETCH(CALL, pe, bytes) \
  MOVES_TO (CALL, GASP_GCC_SHMEM_ATOMIC_FETCH, pe, bytes, d, true)
#define ATOMIC_READ(CALL, pe, bytes) \
  MOVES (CALL, GASP_GCC_SHMEM_ATOMIC_FETCH, pe, bytes)

#define BARRIER_WITHIN(CALL, which)					\
  int64_t which_ = which;						\
  raise_members (&call, GASP_START, which_);				\
  CALL;									\
  raise_members (&call, GASP_END, which_);
#define TOGETHER(CALL, tag, which, root, received, sent)		\
  int64_t which_ = which;						\
  size_t received_ = received, sent_ = sent;				\
  raise_together (&call, tag, GASP_START, root, received_, sent_, which_); \
  CALL;									\
  raise_together (&call, tag, GASP_END, root, received_, sent_, which_);
#define COLLECTIVE(CALL, which, received, sent) \
  TOGETHER (CALL, GASP_GCC_SHMEM_COLLECTIVE, which, -1, received, sent)
#define BROADCAST(CALL, which, root, bytes)				\
  int root_ = root;							\
  bool gives_ = root_ >= 0 && own_pe () == root_;			\
  TOGETHER (CALL, GASP_GCC_SHMEM_ONE_TO_ALL, which, root_,		\
	    gives_ ? 0 : bytes, gives_ ? bytes : 0)

#define LOCKS(CALL, tag, lock)						\
  raise_lock (&call, tag, GASP_START, lock);				\
  CALL;									\
  raise_lock (&call, tag, GASP_END, lock);
#define TRIES(CALL, lock)						\
  raise_lock (&call, GASP_GCC_SHMEM_TRYLOCK, GASP_START, lock);		\
  CALL;									\
  CALL_RAISE (&call, GASP_GCC_SHMEM_TRYLOCK, GASP_END, symmetric (lock),	\
	      result == 0);

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
  static struct slots_seen seen;
  slots_redirect (find_entry, is_left_alone, &seen);
}

struct gasp_gcc_provider library_provider = {
  .version = GASP_GCC_PROVIDER_VERSION, .language = GASP_LANG_SHMEM,
  .start = library_find_rank, .loaded = redirect
};

__attribute__ ((constructor)) static void
load (void)
{
  if (gasp_gcc_register_provider)
    gasp_gcc_register_provider (&library_provider);
}
