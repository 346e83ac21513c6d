/* trace-files.c - files in a trace, and what is read and written.  See trace.h.

   SPDX-License-Identifier: Apache-2.0

   The processes that open a file together have one number for it.  */

#include "base/order.h"
#include "base/util.h"
#include "model/trace.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* A call that is open: its number, and 1 more than that of its I/O, or 0.  */
struct open_call { size_t number, io; };

/* The name of a file, of which parts come.  */
struct name { char *text; size_t length, room; };

struct collecting {
  struct trace_files files;
  const struct trace_process *process;
  struct open_call *stack;
  size_t room;
  struct name name;
  uint32_t thread, which;
  uint64_t request;		/* one that has been waited for; or 0 */
};

static void
add_text (struct name *name, uint64_t part)
{
  for (; part; part >>= 8)
    {
      name->text = room_for_one (name->text, name->length + 1, &name->room, 1);
      name->text[name->length++] = (char) part;
      name->text[name->length] = '\0';
    }
}

/* Returns the number of the file that PROCESS knows by that NUMBER, or that of
   none.  */
static size_t
find_file (const struct trace_files *files, const struct trace_process *process,
	   uint64_t number)
{
  uint64_t job = record_job (&process->record);
  size_t i = 0;
  while (i < files->count
	 && (files->list[i].number != number
	     || record_job (&files->list[i].process->record) != job))
    i++;
  return i;
}

/* Returns FILE of FILES, which is of PROCESS, if it is new with no name.  */
static size_t
know_file (struct trace_files *files, const struct trace_process *process,
	   uint64_t number)
{
  size_t i = find_file (files, process, number);
  if (i < files->count)
    return i;
  ONE_MORE (files->list, files->count, files->room) = (struct trace_file) {
    .process = process, .number = (uint32_t) number };
  return i;
}

/* Adds I/O of CALL with the file of that NUMBER.  */
static struct trace_io *
add_io (struct collecting *c, struct open_call *call, uint64_t number)
{
  struct trace_files *files = &c->files;
  size_t file = know_file (files, c->process, number);
  struct trace_io *io = &ONE_MORE (files->io, files->io_count, files->io_room);
  *io = (struct trace_io) { .call = { c->thread, call->number }, .file = file };
  call->io = files->io_count;
  return io;
}

/* Notes that CALL has opened the file that M has, whose name has come.  */
static void
open_file (struct collecting *c, struct open_call *call,
	   const struct trace_moment *m)
{
  struct trace_io *io = add_io (c, call, m->value);
  struct trace_file *file = &c->files.list[io->file];
  io->opens = true;
  if (!file->name)
    file->name = copy_string (c->name.text ? c->name.text : "");
  file->mode = m->peer;
  file->which = c->which;
  c->name.length = 0;
}

/* Takes M, a remark on CALL.  */
static void
take_remark (struct collecting *c, struct open_call *call,
	     const struct trace_moment *m)
{
  struct trace_io *io = call->io ? &c->files.io[call->io - 1] : NULL;
  if (m->what == TRACE_TEXT)
    add_text (&c->name, m->value);
  else if (m->what == TRACE_WITHIN)
    c->which = (uint32_t) m->value;
  else if (m->what == TRACE_OPENED)
    open_file (c, call, m);
  else if (m->what == TRACE_REQUEST && io && !io->is_over)
    io->request = m->value;
  else if (m->what == TRACE_REQUEST)
    c->request = m->value;
  else if (m->what == TRACE_FILE)
    {
      io = add_io (c, call, m->value);
      io->is_over = c->request;
      io->request = c->request;
      io->asked = UINT64_MAX;
      c->request = 0;
    }
  else if (m->what == TRACE_BYTES && io && io->asked == UINT64_MAX
	   && !io->is_over)
    io->asked = m->value;
  else if (m->what == TRACE_BYTES && io)
    io->moved = m->value;
}

static void
follow_thread (struct collecting *c, const struct trace_thread *thread)
{
  struct trace_cursor cursor;
  struct trace_moment m;
  size_t calls = 0;
  trace_follow (&cursor, thread);
  cursor.with_objects = true;
  while (trace_next (&cursor, &m))
    if (m.what == TRACE_ENTER)
      {
	c->stack = room_for_one (c->stack, m.depth, &c->room,
				 sizeof *c->stack);
	c->stack[m.depth] = (struct open_call) { calls++, 0 };
      }
    else if (m.what > TRACE_GROUP && m.depth && m.depth <= c->room)
      take_remark (c, &c->stack[m.depth - 1], &m);
  trace_done (&cursor);
}

ORDER (by_call, struct trace_io, RISING (call.thread) RISING (call.number))

struct trace_files
trace_find_files (const struct trace *trace)
{
  struct collecting c = { .thread = 0 };
  for (size_t i = 0; i < trace->process_count; i++)
    {
      c.process = &trace->processes[i];
      for (size_t j = 0; j < c.process->thread_count; j++, c.thread++)
	follow_thread (&c, &c.process->threads[j]);
    }
  for (size_t i = 0; i < c.files.count; i++)
    if (!c.files.list[i].name)
      c.files.list[i].name = copy_string ("?");
  for (size_t i = 0; i < c.files.io_count; i++)
    if (c.files.io[i].asked == UINT64_MAX)
      c.files.io[i].asked = 0;
  SORT (c.files.io, c.files.io_count, by_call);
  free (c.stack);
  free (c.name.text);
  return c.files;
}

size_t
trace_find_io (const struct trace_files *files, struct trace_call call)
{
  const struct trace_io now = { .call = call };
  return FIRST_FROM (files->io_count, i, by_call (&files->io[i], &now) < 0);
}

bool
trace_is_io_of (const struct trace_files *files, size_t number,
		struct trace_call call)
{
  const struct trace_io now = { .call = call };
  return number < files->io_count && !by_call (&files->io[number], &now);
}

void
trace_free_files (struct trace_files *files)
{
  for (size_t i = 0; i < files->count; i++)
    free (files->list[i].name);
  free (files->list);
  free (files->io);
}
