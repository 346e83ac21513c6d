/* crash.c - in which calls a program was that has been killed.  See crash.h.

   SPDX-License-Identifier: Apache-2.0

   The calls of a thread that have not returned are open in its record, but for
   those that were counted only.  What the latest sample has shown completes
   these: it may have been over when the program was killed, and is said so.

     gasp: prog (process 4711) was killed by SIGSEGV in these calls:
     gasp:   insert (tree.c:12)
     gasp:   main (prog.c:30)
     gasp:   thread 1 was in pthread_mutex_lock at prog.c:17 < work (prog.c:20)

   Which thread it was that did what is not allowed, nobody has noted: one that
   was waiting for others was not.  */

#define _GNU_SOURCE
#include "live/crash.h"
#include "live/crash-calls.h"
#include "base/proc.h"
#include "base/rundir.h"
#include "base/util.h"
#include "launchers.h"
#include "model/model.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_PROCESSES = 8, MOST_THREADS = 8, MOST_CALLS = 16 };

/* ---- In words.  */

/* Returns the place of the node at REF: a function with the line where it
   begins, an event with its own; allocated.  Null for a thread itself.  */
static char *
call_text (const struct record *record, gasp_record_ref ref)
{
  struct gasp_record_place place = place_of (record, ref);
  const char *name = record_string (record, place.name, "?");
  const char *file = place.flags & GASP_RECORD_PLACE_ADDRESS ? NULL
		     : record_string (record, place.file, NULL);
  if (place.kind == GASP_RECORD_FUNCTION)
    {
      OWNED char *function = short_name (name);
      return file ? print_string ("%s (%s:%u)", function, file, place.line)
		  : copy_string (function);
    }
  if (place.kind != GASP_RECORD_EVENT)
    return NULL;
  if (is_exit (record, ref))
    name = "abort";
  return file ? print_string ("%s at %s:%u", name, file, place.line)
	      : copy_string (name);
}

/* Calls from the innermost outward, those that recur in a row as one.  */
struct path
{
  const struct record *record;
  gasp_record_ref next;
  size_t steps;
  bool is_seen;			/* it was seen in the innermost */
};

static struct path
path_of (const struct record *record, const struct stopped *thread)
{
  return (struct path) { record, thread->node, 0, thread->is_seen };
}

/* Returns the next call of PATH in words, allocated; null at the end.  */
static char *
next_call (struct path *path)
{
  OWNED char *text = NULL;
  size_t times = 1;
  while (path->next && path->steps++ < MOST_DEPTH)
    {
      char *next = call_text (path->record, path->next);
      if (text && next && strcmp (text, next))
	{
	  free (next);
	  break;
	}
      path->next = caller_of (path->record, path->next);
      times += text && next;
      free (text ? next : NULL);
      text = text ? text : next;
    }
  const char *how = path->is_seen ? ", as last seen" : "";
  path->is_seen = false;
  return !text ? NULL : times == 1 ? print_string ("%s%s", text, how)
	 : print_string ("%s, %zu times%s", text, times, how);
}

/* Says in which calls THREAD was, a line for each.  */
static void
tell_path (const struct record *record, const struct stopped *thread)
{
  struct path path = path_of (record, thread);
  size_t calls = 0;
  for (char *text; (text = next_call (&path)); free (text))
    if (++calls <= MOST_CALLS)
      complain ("  %s", text);
  if (calls > MOST_CALLS)
    complain ("  and %zu more", calls - MOST_CALLS);
  if (!calls)
    complain ("  none that is instrumented");
}

/* Returns the same on one line: "f (x.c:3) < main (x.c:9)"; allocated.  */
static char *
path_in_line (const struct record *record, const struct stopped *thread)
{
  struct path path = path_of (record, thread);
  char *line = NULL, *text;
  for (size_t calls = 0; calls < MOST_CALLS && (text = next_call (&path));
       calls++)
    {
      char *longer
	= line ? print_string ("%s < %s", line, text) : copy_string (text);
      free (text);
      free (line);
      line = longer;
    }
  return line ? line : copy_string ("no call that is instrumented");
}

static void
tell_thread (const struct record *record, const struct stopped *thread)
{
  OWNED char *line = path_in_line (record, thread);
  complain ("  thread %u was in %s", thread->thread.number, line);
}

/* Says where threads of DEAD were, but THAT one.  */
static void
tell_threads (const struct dead *dead, const struct stopped *that)
{
  size_t told = 0, others = dead->count - (that != NULL);
  for (size_t i = 0; i < dead->count && told < MOST_THREADS; i++)
    if (&dead->threads[i] != that)
      {
	tell_thread (&dead->record, &dead->threads[i]);
	told++;
      }
  if (others > told)
    complain ("  and %zu more threads", others - told);
}

/* Returns in words that the process was killed, by the signal NUMBER if that is
   not 0; allocated.  */
static char *
cause_text (int number)
{
  const char *name = number ? sigabbrev_np (number) : NULL;
  return !number ? copy_string ("was killed")
	 : name ? print_string ("was killed by SIG%s", name)
		: print_string ("was killed by signal %d", number);
}

/* Returns the thread that can have been it, if there is one only.  */
static const struct stopped *
only_suspect (const struct dead *dead)
{
  const struct stopped *only = NULL;
  for (size_t i = 0; i < dead->count; i++)
    if (dead->threads[i].aborts)
      return &dead->threads[i];
  for (size_t i = 0; i < dead->count; i++)
    if (!dead->threads[i].waits || dead->count == 1)
      {
	if (only)
	  return NULL;
	only = &dead->threads[i];
      }
  return only;
}

/* Returns whether NUMBER, a signal or 0, is one that a program raises by its
   own fault.  */
static bool
is_crash (int number)
{
  static const int crashes[] = { 0, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
  for (size_t i = 0; i < COUNT_OF (crashes); i++)
    if (number == crashes[i])
      return true;
  return false;
}

/* Returns what RECORD is of: "prog (process 17, MPI rank 3)"; allocated.  */
static char *
process_text (const struct record *record)
{
  const struct gasp_record_header *header = &record->header;
  const char *program
    = base_name (record_string (record, header->program, "?"));
  if (!header->ranks)
    return print_string ("%s (process %d)", program, header->pid);
  return print_string ("%s (process %d, %s %d)", program, header->pid,
		       record_string (record, header->rank_name, "rank"),
		       header->rank);
}

/* Says where DEAD was, which NUMBER, a signal, has killed; 0: that is not
   known.  BRIEFLY: in a line for each thread.  */
static void
tell_dead (const struct dead *dead, int number, bool briefly)
{
  const struct record *record = &dead->record;
  const struct stopped *that = only_suspect (dead);
  OWNED char *process = process_text (record), *cause = cause_text (number);
  OWNED char *line = that ? path_in_line (record, that) : NULL;
  if (that && briefly)
    complain ("%s %s in %s", process, cause, line);
  else if (that)
    {
      complain ("%s %s in these calls:", process, cause);
      tell_path (record, that);
    }
  else
    complain ("%s %s%s", process, cause, !dead->count ? ""
	      : briefly ? ":" : "; any of its threads may be the cause:");
  tell_threads (dead, that);
}

/* ---- Which processes.  */

/* Returns whether the program reports the crash itself: UPC's runtime does,
   and better.  */
static bool
tells_itself (const struct record *record, int number)
{
  return is_crash (number)
	 && !strcmp (record_string (record, record->header.rank_name, ""),
		     "UPC thread");
}

/* A record has the status of a program that called abort as a shell would
   report it.  */
enum { ABORTED = 128 + SIGABRT };

static bool
is_aborted (const struct gasp_record_header *header)
{
  return header->state == GASP_RECORD_EXITED && header->status == ABORTED;
}

static bool
is_dead (const struct gasp_record_header *header, int status)
{
  if (is_aborted (header))
    return WIFSIGNALED (status) || WEXITSTATUS (status) == ABORTED;
  if (header->state == GASP_RECORD_KILLED)
    return true;
  return header->state == GASP_RECORD_RUNNING
	 && !may_be_process (header->pid, header->process_start);
}

/* Returns whether the process of RECORDS[I] has become another program, whose
   record is another one of COUNT.  */
static bool
is_replaced (const struct dead *records, size_t count, size_t i)
{
  const struct gasp_record_header *header = &records[i].record.header;
  for (size_t k = 0; k < count; k++)
    {
      const struct gasp_record_header *other = &records[k].record.header;
      if (other->pid == header->pid
	  && other->process_start == header->process_start
	  && other->start_realtime > header->start_realtime)
	return true;
    }
  return false;
}

/* Opens the records in DIRECTORY that this command's processes have written;
   *COUNT of them, allocated.  */
static struct dead *
open_own (const char *directory, size_t *count)
{
  size_t paths_count, room = 0;
  uint64_t command = launcher_process_number ((int) getpid ());
  char **paths = list_records (directory, &paths_count);
  struct dead *records = NULL;
  *count = 0;
  for (size_t i = 0; paths && i < paths_count; i++)
    {
      struct dead dead = { .count = 0 };
      OWNED char *why = record_open (&dead.record, paths[i]);
      if (!why && dead.record.header.command == command)
	{
	  records = room_for_one (records, *count, &room, sizeof *records);
	  records[(*count)++] = dead;
	}
    }
  return records;
}

/* Returns whether STATUS is one of which users know the reason, or no
   failure.  */
static bool
needs_no_word (int status)
{
  if (!WIFSIGNALED (status))
    return WEXITSTATUS (status) == 0;
  int number = WTERMSIG (status);
  return number == SIGINT || number == SIGHUP || number == SIGPIPE
	 || number == SIGQUIT;
}

void
tell_crashes (const char *directory, int pid, int status)
{
  size_t count = 0, told = 0;
  if (needs_no_word (status))
    return;
  int number = WIFSIGNALED (status) ? WTERMSIG (status) : 0;
  struct dead *records = open_own (directory, &count);
  for (size_t i = 0; i < count; i++)
    {
      struct dead *dead = &records[i];
      bool is_own = dead->record.header.pid == pid;
      if ((is_own && WIFEXITED (status))
	  || !is_dead (&dead->record.header, status)
	  || is_replaced (records, count, i)
	  || tells_itself (&dead->record, number) || told++ >= MOST_PROCESSES)
	continue;
      find_calls (dead);
      tell_dead (dead, is_own ? number
		 : is_aborted (&dead->record.header) ? SIGABRT : 0,
		 !is_crash (number));
      free (dead->threads);
      free (dead->positions);
    }
  if (told > MOST_PROCESSES)
    complain ("and %zu more processes were killed", told - MOST_PROCESSES);
  free (records);
}
