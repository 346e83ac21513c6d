/* toy.c - a toy library whose calls are events.

   SPDX-License-Identifier: Apache-2.0

   The processes are started by hand: TOY_RANK and TOY_RANKS say which and how
   many.  Nothing is moved.  */

#include <stdlib.h>
#include "gasp_provider.h"
#include "gasp_toy.h"
#include "toy.h"

#define POSITION const char *file, int line, int column

static void
start (struct gasp_gcc_provider *provider, int *argc, char ***argv)
{
  const char *rank = getenv ("TOY_RANK"), *ranks = getenv ("TOY_RANKS");
  (void) argc;
  (void) argv;
  provider->number = rank ? atoi (rank) : 0;
  provider->count = ranks ? atoi (ranks) : 0;
}

static struct gasp_gcc_provider provider = {
  .version = GASP_GCC_PROVIDER_VERSION, .language = GASP_LANG_TOY,
  .start = start
};

static void
register_provider (void)
{
  if (gasp_gcc_register_provider)
    gasp_gcc_register_provider (&provider);
}
__attribute__ ((section (".preinit_array"), used))
static void (*const before_constructors) (void) = register_provider;

/* ---- The library  */

int
toy_put (int target, size_t n)
{
  return target + (int) n;
}

void
toy_meet (void)
{
}

void
toy_lock (struct toy_lock *lock)
{
  lock->taken++;
}

/* ---- The same, with events  */

#define CALL(tag)							\
  void *call = gasp_gcc_event_at					\
    ? gasp_gcc_event_at (tag, (unsigned long)				\
			 __builtin_dwarf_cfa ()) : NULL
#define RAISE(tag, type, ...)						\
  do									\
    {									\
      gasp_context_t context;						\
      gasp_gcc_notify_t *notify						\
	= call ? gasp_gcc_tool_enter (call, (unsigned long)		\
				      __builtin_frame_address (0),	\
				      &provider, &context) : NULL;	\
      if (notify)							\
	{								\
	  notify (context, tag, type, file, line, column, ##__VA_ARGS__); \
	  gasp_gcc_tool_leave (call);					\
	}								\
    }									\
  while (0)

int
gasp_toy_put (int target, size_t n, POSITION)
{
  CALL (TOY_PUT);
  RAISE (TOY_PUT, GASP_START, target, n);
  int result = toy_put (target, n);
  RAISE (TOY_PUT, GASP_END, target, n, 0.5);
  return result;
}

void
gasp_toy_meet (POSITION)
{
  CALL (TOY_MEET);
  RAISE (TOY_MEET, GASP_START);
  toy_meet ();
  RAISE (TOY_MEET, GASP_END);
}

void
gasp_toy_lock (struct toy_lock *lock, POSITION)
{
  CALL (TOY_LOCK);
  RAISE (TOY_LOCK, GASP_START, lock);
  toy_lock (lock);
  RAISE (TOY_LOCK, GASP_END, lock);
}
