/* signals.c - a program that blocks all signals, or wants the one that samples
   come by.

   SPDX-License-Identifier: Apache-2.0

   Samples of time come by a signal (sampler.c).  Programs block all signals in
   some threads, or set the same handler for all that there are; both without
   meaning this one.  So it is left out of masks, and does not seem to have a
   handler.  A handler that the program sets for it ends sampling, but for that
   of Go's runtime, which is never needed for this one.  On an alternate stack,
   which may be small, the signal waits until the program's handler returns.

   The program finds these functions in front of the C library's, which are then
   called.  Not in archives: a static program cannot look for the C
   library's.  */

#define _GNU_SOURCE
#include "measure/sampling/sampler.h"
#include "build-id.h"
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>

#define FUNCTIONS \
  F (sigaction) F (signal) F (sigprocmask) F (pthread_sigmask)

#define F(name) static __typeof__ (name) *the_library_s_##name;
FUNCTIONS
#undef F

static __attribute__ ((constructor)) void
find_functions (void)
{
#define F(name) the_library_s_##name = dlsym (RTLD_NEXT, #name);
  FUNCTIONS
#undef F
}

#define NEXT(name) \
  (*(the_library_s_##name ? the_library_s_##name \
     : (find_functions (), the_library_s_##name)))

/* Returns whether NUMBER is the signal of samples.  */
static bool
is_ours (int number)
{
  return number > 0 && number == gasp_tool_sampler_signal ();
}

static bool
is_handler (sighandler_t handler)
{
  return handler != SIG_DFL && handler != SIG_IGN;
}

static void
step_aside (void)
{
  gasp_tool_sampler_give_up ("the program has a handler of its own for the "
			     "signal that samples of time come by, and there "
			     "are none");
}

/* A module that is looked for by an address in it.  */
struct looked_for { uintptr_t address; bool is_of_go; };

/* Returns whether SEGMENT of a module has the note of Go's linker.  */
static bool
has_note_of_go (const struct dl_phdr_info *info, const ElfW (Phdr) *segment)
{
  enum { GO_BUILD_ID = 4 };
  const void *notes = (const void *) (info->dlpi_addr + segment->p_vaddr);
  size_t length;
  return segment->p_type == PT_NOTE
	 && gasp_find_note (notes, segment->p_memsz, "Go\0", GO_BUILD_ID,
			    &length);
}

static int
see_module (struct dl_phdr_info *info, size_t size, void *data)
{
  struct looked_for *looked_for = data;
  bool is_it = gasp_module_has (info, looked_for->address), is_of_go = false;
  (void) size;
  for (int i = 0; is_it && i < info->dlpi_phnum; i++)
    is_of_go |= has_note_of_go (info, &info->dlpi_phdr[i]);
  looked_for->is_of_go = is_of_go;
  return is_it;
}

/* Returns whether CALLER is of Go's runtime, which has one handler for all
   signals, whether the program uses them or not.  */
static bool
is_of_go (const void *caller)
{
  struct looked_for looked_for = { (uintptr_t) caller, false };
  dl_iterate_phdr (see_module, &looked_for);
  return looked_for.is_of_go;
}

/* Returns what of SET has the signal of samples.  sigaddset and its like may be
   the program's.  */
static unsigned long *
first_word (sigset_t *set)
{
  return (unsigned long *) set;
}

/* Returns ACTION, or *CHANGED, whose mask lets the signal of samples through,
   but not on an alternate stack.  */
static const struct sigaction *
adapt (const struct sigaction *action, struct sigaction *changed)
{
  int ours = gasp_tool_sampler_signal ();
  if (!action || !ours || !is_handler (action->sa_handler))
    return action;
  *changed = *action;
  if (action->sa_flags & SA_ONSTACK)
    *first_word (&changed->sa_mask) |= 1ul << (ours - 1);
  else
    *first_word (&changed->sa_mask) &= ~(1ul << (ours - 1));
  return changed;
}

/* Returns SET, or *CHANGED, which lacks the signal of samples.  */
static const sigset_t *
without_ours (int how, const sigset_t *set, sigset_t *changed)
{
  int ours = gasp_tool_sampler_signal ();
  if (!set || !ours || how == SIG_UNBLOCK)
    return set;
  *changed = *set;
  *first_word (changed) &= ~(1ul << (ours - 1));
  return changed;
}

#pragma GCC visibility push (default)

int
sigaction (int number, const struct sigaction *action, struct sigaction *old)
{
  struct sigaction changed;
  if (!is_ours (number))
    return NEXT (sigaction) (number, adapt (action, &changed), old);
  if (action && is_handler (action->sa_handler)
      && !is_of_go (__builtin_return_address (0)))
    {
      step_aside ();
      if (NEXT (sigaction) (number, action, NULL))
	return -1;
    }
  if (old)
    *old = (struct sigaction) { .sa_handler = SIG_DFL };
  return 0;
}

sighandler_t
signal (int number, sighandler_t handler)
{
  if (!is_ours (number))
    return NEXT (signal) (number, handler);
  if (!is_handler (handler))
    return SIG_DFL;
  step_aside ();
  NEXT (signal) (number, handler);
  return SIG_DFL;
}

int
sigprocmask (int how, const sigset_t *set, sigset_t *old)
{
  sigset_t changed;
  return NEXT (sigprocmask) (how, without_ours (how, set, &changed), old);
}

int
pthread_sigmask (int how, const sigset_t *set, sigset_t *old)
{
  sigset_t changed;
  return NEXT (pthread_sigmask) (how, without_ours (how, set, &changed), old);
}

#pragma GCC visibility pop
