/* calls.h - the calls that a thread is in, as lines of the source.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UPC_MOST_CALLS 16

/* The innermost first.  A call that is repeated directly is there once.  */
struct upc_calls
{
  uint32_t count;
  bool more;			/* that there was no room for */
  uint32_t times[UPC_MOST_CALLS];
  uint64_t pc[UPC_MOST_CALLS];	/* within the instruction */
  uint64_t stack;		/* where the innermost one's frame ends */
  uint64_t origin;		/* __upc_origin: where the program is loaded */
};

#pragma GCC visibility push (hidden)

/* ---- calls.c  */

/* Sets CALLS to those of the calling thread; IN_HANDLER: to those that the
   signal handler that it is in has interrupted.  Safe in handlers.  */
extern void upc_find_calls (struct upc_calls *calls, bool in_handler);
/* Prints those of CALLS that are in the program's source; if IN_LINE, only the
   innermost, within the message that is being printed.  Then prints, in a line
   each, where the other threads are, which it asks by a signal.  */
extern void upc_tell_calls (const struct upc_calls *calls, bool in_line);
/* Where that was: "FILE:LINE in FUNCTION", or "".  */
extern char upc_told_place[1024];
/* Returns whether this thread is to report that: unless another does, or has
   done so; whether one does or has.  Ends its report; if it is the LAST,
   nobody is to report more.  */
extern bool upc_begin_telling (void);
extern bool upc_is_telling (void);
extern void upc_end_telling (bool last);
/* Ends the report of PROCESS, which has died.  */
extern void upc_stop_telling (int process);
/* Makes the whole report, for the calling thread.  */
extern void upc_say_where (bool last);
/* Reports where all threads are, in a line each.  */
extern void upc_say_where_all_are (void);
/* Reports where the threads of this node are; called by the looker.  */
extern void upc_answer_where (void);
/* Makes other nodes report where theirs are, and waits a while for that.  Null
   if there are no others.  */
extern void (*upc_tell_far) (void);
/* Waits until the thread that reports has finished.  */
extern void upc_await_telling (void);
/* Waits, for a while, until the monitor ends the program.  */
extern void upc_await_end (void);
/* Answers for a thread that is asked, in a handler of UPC_END_SIGNAL.  Returns
   whether it was, and it is not too late: the program may be ending by now.  */
extern bool upc_answer_calls (void);

/* ---- symbols.c  */

/* A call that was found, which was inlined if it is not the last of its PC.  */
struct upc_symbol
{
  size_t index;			/* in PC */
  const char *function;		/* null if that is not known */
  const char *place;		/* FILE:LINE, the same */
};

/* Finds those of COUNT addresses of code at PC that are in the program, or in
   libraries that are not the system's; with what was inlined, innermost first.
   Returns how many there are at *SYMBOLS.  Null in *WHY, or why none is known.
   Safe in handlers, but only for one at a time.  */
extern size_t upc_find_symbols (const uint64_t *pc, size_t count,
				const struct upc_symbol **symbols,
				const char **why);

/* ---- crash.c  */

/* Makes threads that die of a signal say where, from now on.  Handlers that
   are there already come first, or, if THEIRS_LATER, after that.  */
extern void upc_catch_crashes (bool theirs_later);
/* If not null, called twice where this thread dies of signal NUMBER, or ends
   the program for a mistake, 0: before anything is told, with null, and with
   WHY and where in the source that is: its LINE in FILE.  */
extern void (*upc_note_crash) (int number, const char *why, const char *file,
			       int line);
/* Does the latter, where upc_tell_calls has told calls: WHAT, and there.  */
extern void upc_note_end (int number, const char *what);

/* ---- null.c  */

/* Returns whether ADDRESS is in shared space, which a thread has accessed; then
   WHAT, of SIZE bytes, becomes what was used.  */
extern bool upc_describe_shared (uint64_t address, char *what, size_t size);

#pragma GCC visibility pop
