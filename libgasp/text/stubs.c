/* stubs.c - what active sites call: made when there is a tool.

   SPDX-License-Identifier: Apache-2.0

   A stub gives the hook of a kind of site its function's record.  There
   is one for each function and kind, or, where a site cannot say where it is,
   for each site.  They are in memory of their own near the object, since a call
   has a limited reach; programs that are not measured carry none.

     heads                by kind: what stubs go through to the hook
     a stub a function    for its entry
     a stub a function    for its ends, and so on, PARTS in all: who needs none
			  of a kind does not touch that memory
     or 2 stubs a site    of its kind, and for counting
     a stub a call site
     8 bytes a call site  where the program's own call is to

   The memory is never writable and executable at once.  */

#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/objects.h"
#include "base/state.h"
#include "text/stubs.h"
#include "text/write.h"

/* The kinds of heads: kinds of sites, and variants of them for emitted
   functions.  */
enum
{
  HOOK_ENTER_FREE = GASP_SITE_KINDS, /* GASP_GCC_FREE */
  HOOK_ENTER_LEAF,		/* that and GASP_GCC_LEAF */
  /* From here on they do not ask for the function: an emitted one's end has a
     position that tells.  */
  HOOK_RETURN, HOOK_RETURN_FREE, HOOK_RETURN_LEAF,
  HOOK_TAIL_EMITTED,		/* no head */
  HOOKS
};
_Static_assert (HOOKS == GASP_HOOKS, "hooks of struct gasp_code");

#define HEADS_SIZE ((HOOKS * GASP_HEAD_SIZE + GASP_STUB_SIZE - 1) \
		    & -GASP_STUB_SIZE)

#if !GASP_HAS_RETURN
# define gasp_site_returns(site) false
# define __gasp_return NULL
# define __gasp_return_recorded NULL
#endif

#if !GASP_HAS_RECORDED
# define __gasp_enter_recorded NULL
# define __gasp_enter_inlined_recorded NULL
# define __gasp_leave_recorded NULL
#endif

/* The hook that handles all calls, and the one for recorders without paths, if
   that is another.  For calls with paths an object may have better ones, close
   to its code.  */
static const struct
{
  void (*general) (void), (*recorded) (void);
} hooks[HOOKS] = {
#define ENTER { __gasp_enter, __gasp_enter_recorded }
#define RETURN { __gasp_return, __gasp_return_recorded }
  [GASP_SITE_ENTER] = ENTER,
  [HOOK_ENTER_FREE] = ENTER,
  [HOOK_ENTER_LEAF] = ENTER,
  [GASP_SITE_LEAVE] = { __gasp_leave, __gasp_leave_recorded },
  [HOOK_RETURN] = RETURN,
  [HOOK_RETURN_FREE] = RETURN,
  [HOOK_RETURN_LEAF] = RETURN,
#undef ENTER
#undef RETURN
  [GASP_SITE_TAIL] = { __gasp_tail, NULL },
  [GASP_SITE_ENTER_INLINED] = { __gasp_enter_inlined,
				__gasp_enter_inlined_recorded },
  [GASP_SITE_RESUME] = { __gasp_resume, NULL },
  [GASP_SITE_COUNT] = { __gasp_count, NULL },
  [GASP_SITE_COUNT_INLINED] = { __gasp_count_inlined, NULL },
};

#if GASP_HAS_NEAR
_Static_assert (sizeof ((struct gasp_near *) NULL)->hooks / sizeof (int)
		== HOOKS, "hooks of struct gasp_near");

/* Returns HOOK among the hooks NEARS, which is null if there are none, or
   those of a kind are; 0 if it is not there, or cannot be used.  */
static unsigned long
near_hook (struct gasp_near *const *nears, unsigned int hook)
{
  if (gasp_recorder.always_frames)
    hook = (hook == HOOK_ENTER_LEAF ? HOOK_ENTER_FREE
	    : hook == HOOK_RETURN_LEAF ? HOOK_RETURN_FREE : hook);
  for (int i = 0; nears && gasp_recorder.find && i < GASP_NEARS; i++)
    {
      struct gasp_near *near = nears[i];
      int distance = near ? near->hooks[hook] : 0;
      if (distance && gasp_prepare_near (near))
	return (unsigned long) near + distance;
    }
  return 0;
}

/* Returns the HOOK of OBJECT, which may be called directly, or 0.  Those near
   by do not log.  */
static unsigned long
own_hook (const struct gasp_object *object, unsigned int hook)
{
  return gasp_logs () ? 0 : near_hook (object->near, hook);
}

/* Returns the best one for OBJECT.  */
static unsigned long
best_hook (const struct gasp_object *object, unsigned int hook)
{
  unsigned long own = own_hook (object, hook);
  return own || gasp_logs () ? own : near_hook (gasp_own_near, hook);
}
#else
# define own_hook(object, hook) ((void) (object), (void) (hook), 0ul)
# define best_hook own_hook
#endif

static void
(*function_of_hook (const struct gasp_object *object, unsigned int hook)) (void)
{
  unsigned long best = best_hook (object, hook);
  if (best)
    return (void (*) (void)) best;
  if (!gasp_recorder.find && hooks[hook].recorded)
    return hooks[hook].recorded;
  return hooks[hook].general;
}

/* Returns the hook for sites of KIND at SITE.  Emitted functions' jumps to
   other functions have a hook that is not reached through stubs.  */
static unsigned int
hook_of (const struct gasp_site *site, unsigned int kind)
{
  /* By GASP_GCC_LEAF and GASP_GCC_FREE.  */
  static const unsigned char variants[GASP_SITE_KINDS][4] = {
    [GASP_SITE_ENTER] = { GASP_SITE_ENTER, GASP_SITE_ENTER,
			  HOOK_ENTER_FREE, HOOK_ENTER_LEAF },
    [GASP_SITE_RETURN] = { HOOK_RETURN, HOOK_RETURN,
			   HOOK_RETURN_FREE, HOOK_RETURN_LEAF },
    [GASP_SITE_TAIL] = { HOOK_TAIL_EMITTED, HOOK_TAIL_EMITTED,
			 HOOK_TAIL_EMITTED, HOOK_TAIL_EMITTED },
  };
  unsigned int flags = gasp_site_function (site)->flags;
  unsigned int variant
    = variants[kind][(flags & GASP_GCC_LEAF ? 1 : 0)
		     + (flags & GASP_GCC_FREE ? 2 : 0)];
  return flags & GASP_GCC_SOURCE || !variant ? kind : variant;
}

/* In which part a kind's stubs are.  Two have the same: functions of the source
   have no RETURN, and others are not inlined.  */
static const unsigned char parts[GASP_SITE_KINDS] = {
  [GASP_SITE_ENTER] = 0,
  [GASP_SITE_TAIL] = 1,
  [GASP_SITE_RETURN] = 2,
  [GASP_SITE_ENTER_INLINED] = 2,
  [GASP_SITE_LEAVE] = 3,
  [GASP_SITE_RESUME] = 4,
  [GASP_SITE_COUNT] = 5,
  [GASP_SITE_COUNT_INLINED] = 6,
};
#define PARTS 7

/* Returns the kind that an entry of KIND has when calls are only counted;
   else KIND itself.  */
unsigned int
gasp_counting_kind (unsigned int kind)
{
  return (kind == GASP_SITE_ENTER ? GASP_SITE_COUNT
	  : kind == GASP_SITE_ENTER_INLINED ? GASP_SITE_COUNT_INLINED : kind);
}

/* Returns whether SITE, a LEAVE, may be a GASP_SITE_RETURN.  */
static bool
may_return (const struct gasp_site *site)
{
  return (GASP_HAS_RETURN
	  && !(gasp_site_function (site)->flags & GASP_GCC_SOURCE));
}

/* Returns the kind that SITE, of KIND, has when it is active.  */
static unsigned int
active_kind (const struct gasp_site *site, unsigned int kind)
{
  return (kind == GASP_SITE_LEAVE && may_return (site)
	  && gasp_site_returns (site) ? GASP_SITE_RETURN : kind);
}

static size_t
count_of_functions (const struct gasp_object *object)
{
  return object->functions_end - object->functions;
}

static size_t
count_of_stubs (const struct gasp_object *object)
{
  size_t sites = object->sites_end - object->sites;
  return GASP_STUB_OF_SITE ? 2 * sites : PARTS * count_of_functions (object);
}

/* Returns where the stub of SITE is when that is of KIND.  */
static size_t
offset_of_stub (const struct gasp_object *object, const struct gasp_site *site,
		unsigned int kind)
{
  size_t number = site - object->sites;
  size_t function = gasp_site_function (site) - object->functions;
  size_t index
    = (GASP_STUB_OF_SITE ? 2 * number + (kind != gasp_site_kind (site))
       : parts[kind] * count_of_functions (object) + function);
  return HEADS_SIZE + index * GASP_STUB_SIZE;
}

/* Returns the hook near by that SITE, of KIND, can call itself; 0 if it has
   to go through a stub.  */
static unsigned long
hook_without_stub (const struct gasp_code *code, const struct gasp_site *site,
		   unsigned int kind)
{
  unsigned int hook = hook_of (site, kind);
  return hook < HOOK_RETURN ? 0 : code->hooks[hook];
}

unsigned long
gasp_active_word (const struct gasp_object *object,
		  const struct gasp_site *site, unsigned int kind)
{
  const struct gasp_code *code = object->code;
  kind = active_kind (site, kind);
  unsigned long hook = hook_without_stub (code, site, kind);
  if (!hook)
    hook = code->stubs.start + offset_of_stub (object, site, kind);
  return gasp_site_word (site, kind, hook);
}

/* Where in the memory at START the stubs of OBJECT's call sites begin, and
   where they end.  */

static unsigned long
call_stubs (const struct gasp_object *object, unsigned long start)
{
  return start + HEADS_SIZE + count_of_stubs (object) * GASP_STUB_SIZE;
}

static unsigned long *
call_targets (const struct gasp_object *object, unsigned long start)
{
  return (unsigned long *) (call_stubs (object, start)
			    + (object->calls_end - object->calls)
			      * GASP_CALL_STUB_SIZE);
}

unsigned long
gasp_call_goes_to (const struct gasp_object *object,
		   const struct gasp_code *code,
		   const struct gasp_call_site *call, bool on)
{
  size_t i = call - object->calls;
  unsigned long target = code->call_targets[i];
  return on && target ? call_stubs (object, code->stubs.start)
			+ i * GASP_CALL_STUB_SIZE : target;
}

/* ---- Finding a place  */

/* Returns the part of OBJECT that stubs must be near to.  */
static struct segment
extent (const struct gasp_object *object)
{
  struct segment all = object->code->sites;
  widen (&all, all.end, sizeof (long));
  widen (&all, (unsigned long) object, sizeof (long));
  if (object->functions != object->functions_end)
    widen (&all, (unsigned long) object->functions,
	   (unsigned long) object->functions_end
	   - (unsigned long) object->functions + sizeof (long));
  for (const struct gasp_call_site *c = object->calls; c < object->calls_end;
       c++)
    widen (&all, (unsigned long) c + c->file_offset, sizeof (long));
  return all;
}

/* Returns whether all that is from START within SIZE reaches all of
   EXTENT.  */
static bool
reaches (const struct segment *extent, unsigned long start, size_t size)
{
  unsigned long low = start < extent->start ? start : extent->start;
  unsigned long high
    = start + size > extent->end ? start + size : extent->end;
  return start + size > start && high - low < GASP_STUB_REACH;
}

/* Maps SIZE bytes at START, and returns true, if they are free and in reach of
   EXTENT.  */
static bool
map_at (const struct segment *extent, unsigned long start, size_t size)
{
  if (!reaches (extent, start, size))
    return false;
  void *area = mmap ((void *) start, size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (area == (void *) start)
    return true;
  /* Kernels before 4.17 take the address for a wish.  */
  if (area != MAP_FAILED)
    munmap (area, size);
  return false;
}

#define STEP (16ul << 20)

/* Maps memory near EXTENT such that neither the heap, which grows up from the
   executable, nor the stack, which grows down from far above, is in the way:
   below the file that the object is in, as near as possible; else as far above
   it as calls reach.  Returns null if nothing is free.  */
static unsigned long
map_near (const struct segment *extent, unsigned long base, size_t size)
{
  unsigned long page = getpagesize (), start;
  unsigned long limit = (extent->start + GASP_STUB_REACH) & -page;
  for (unsigned long gap = 0; gap < GASP_STUB_REACH; gap += gap ? gap : page)
    if (base > gap + size
	&& map_at (extent, start = base - gap - size, size))
      return start;
  for (unsigned long gap = STEP; gap < GASP_STUB_REACH; gap += STEP)
    if (base > gap + size
	&& map_at (extent, start = base - gap - size, size))
      return start;
  for (start = limit - size - page; start > extent->end; start -= STEP)
    if (map_at (extent, start, size))
      return start;
  return 0;
}

/* ---- Filling it in  */

/* Returns how many parts, the first ones, are mostly needed: of emitted
   functions, if they have hooks near by, that of their entries; else all of
   the usual kinds.  */
static unsigned int
parts_needed (const struct gasp_object *object, const struct gasp_code *code)
{
  const struct gasp_gcc_function *first = object->functions;
  bool is_source
    = count_of_functions (object) && first->flags & GASP_GCC_SOURCE;
  return is_source ? 4 : code->hooks[HOOK_RETURN] ? 1 : 3;
}

/* Touches those stubs at START of which most are about to be written: page by
   page would take longer.  */
static void
populate_stubs (const struct gasp_object *object, const struct gasp_code *code,
		unsigned long start)
{
  size_t count = parts_needed (object, code) * count_of_functions (object);
  if (!GASP_STUB_OF_SITE)
    gasp_populate (start, HEADS_SIZE + count * GASP_STUB_SIZE);
}

static void
make_heads (const struct gasp_object *object, unsigned long start)
{
  for (size_t hook = 0; hook < HOOKS; hook++)
    if (hooks[hook].general)
      gasp_make_head (start + hook * GASP_HEAD_SIZE,
		      function_of_hook (object, hook));
}

/* Returns which head stubs for HOOK go through.  */
static unsigned int
head_of (unsigned int hook)
{
  return hook == HOOK_TAIL_EMITTED ? GASP_SITE_TAIL : hook;
}

/* Makes the stub that SITE needs if it is of KIND, in the memory at START.  */
static void
make_stub (const struct gasp_object *object, const struct gasp_code *code,
	   unsigned long start, const struct gasp_site *site, unsigned int kind)
{
  if (hook_without_stub (code, site, kind))
    return;
  unsigned int hook = head_of (hook_of (site, kind));
  gasp_make_stub (start + offset_of_stub (object, site, kind), site, kind,
		  start + hook * GASP_HEAD_SIZE, code->hooks[hook]);
}

/* Returns whether there is, or may yet be, a recorder that has calls counted
   only.  */
static bool
may_count (void)
{
  return gasp_recorder.count || !gasp_active;
}

static void
fill_in (const struct gasp_object *object, const struct gasp_code *code,
	 unsigned long start)
{
  bool counts = may_count ();
  make_heads (object, start);
  for (const struct gasp_site *s = object->sites; s < object->sites_end; s++)
    {
      unsigned int kind = gasp_site_kind (s);
      unsigned int counting = gasp_counting_kind (kind);
      make_stub (object, code, start, s, active_kind (s, kind));
      if (counts && counting != kind)
	make_stub (object, code, start, s, counting);
    }
}

static void
fill_in_calls (const struct gasp_object *object, unsigned long start)
{
  unsigned long stub = call_stubs (object, start);
  unsigned long *target = call_targets (object, start);
  for (const struct gasp_call_site *c = object->calls; c < object->calls_end;
       c++, stub += GASP_CALL_STUB_SIZE)
    {
      *target = gasp_call_target (c);
      gasp_make_call_stub (stub, c, *target++);
    }
}

/* Maps START again as it is to be, and writes it as a debugger does: where
   memory must not become executable once it has been written.  Returns whether
   it could.  */
static bool
map_again (unsigned long start, size_t size)
{
  int saved = errno;
  void *copy = mmap (NULL, size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED)
    return false;
  memcpy (copy, (void *) start, size);
  bool done = (mmap ((void *) start, size, PROT_READ | PROT_EXEC,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
	       != MAP_FAILED);
  done = done && gasp_write_as_debugger (start, copy, size);
  munmap (copy, size);
  errno = saved;
  return done;
}

/* Where stubs are; START is 0 where there are none.  Handlers of signals look
   at it.  */
static struct { unsigned long start, size; } areas[64];

static void
note_area (unsigned long start, size_t size)
{
  for (size_t i = 0; i < sizeof areas / sizeof *areas; i++)
    if (!areas[i].start)
      {
	areas[i].size = size;
	__atomic_store_n (&areas[i].start, start, __ATOMIC_RELEASE);
	return;
      }
}

int
gasp_gcc_in_stub (unsigned long address)
{
  for (size_t i = 0; i < sizeof areas / sizeof *areas; i++)
    {
      unsigned long start = __atomic_load_n (&areas[i].start,
					     __ATOMIC_ACQUIRE);
      if (start && address - start < areas[i].size)
	return 1;
    }
  return 0;
}

void
gasp_give_back_stubs (const struct gasp_code *code)
{
  unsigned long start = code->stubs.start;
  for (size_t i = 0; start && i < sizeof areas / sizeof *areas; i++)
    if (areas[i].start == start)
      __atomic_store_n (&areas[i].start, 0, __ATOMIC_RELEASE);
  if (start)
    munmap ((void *) start, code->stubs.end - start);
}

bool
gasp_make_stubs (const struct gasp_object *object, struct gasp_code *code)
{
  unsigned long page = getpagesize ();
  size_t size = (unsigned long) (call_targets (object, 0)
				 + (object->calls_end - object->calls));
  size = (size + page - 1) & -page;
  struct segment near_to = extent (object);
  unsigned long start = map_near (&near_to, code->base, size);
  if (!start)
    return false;
  /* If there is no recorder yet, only heads will do: another one may come.  */
  for (unsigned int hook = 0; hook < HOOKS; hook++)
    code->hooks[hook] = own_hook (object, hook);
  populate_stubs (object, code, start);
  fill_in (object, code, start);
  fill_in_calls (object, start);
  if (mprotect ((void *) start, size, PROT_READ | PROT_EXEC) != 0
      && !map_again (start, size))
    {
      munmap ((void *) start, size);
      return false;
    }
  __builtin___clear_cache ((char *) start, (char *) start + size);
  code->stubs = (struct segment) { start, start + size,
				   PROT_READ | PROT_EXEC };
  code->call_targets = call_targets (object, start);
  note_area (start, size);
  return true;
}

#if GASP_HAS_RECORDED
/* A head is the address of its hook, and no more.  */
_Static_assert (GASP_HEAD_SIZE == sizeof (unsigned long), "heads");

static void
renew_heads (const struct gasp_object *object)
{
  unsigned long page = getpagesize ();
  unsigned long start = object->code->stubs.start;
  struct segment pages
    = { start, (start + HEADS_SIZE + page - 1) & -page, PROT_READ | PROT_EXEC };
  struct gasp_writer writer;
  if (!gasp_write_begin (&writer, &pages, true))
    return;
  for (size_t hook = 0; hook < HOOKS; hook++)
    if (hooks[hook].general)
      gasp_write_word (&writer, start + hook * GASP_HEAD_SIZE,
		       (unsigned long) function_of_hook (object, hook));
  gasp_write_end (&writer);
}

void
gasp_renew_stubs (void)
{
  for (struct gasp_object *object = gasp_objects_first (); object;
       object = object->next)
    if (object->code && object->code->stubs.start)
      renew_heads (object);
}
#else
void
gasp_renew_stubs (void)
{
}
#endif
