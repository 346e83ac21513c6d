/* trace-html.c - a trace as a time line for a browser, in one file.

   SPDX-License-Identifier: Apache-2.0

   The page is formats/html/timeline.*, with the data as JSON in it:

     {"program": "...", "span": ns, "left_out": calls, "shorter": ns,
      "places": [["MPI_Recv", "a.c:12", "receive"], ...],
      "rows": [{"name": "rank 0", "calls": "..."}, ...],
      "messages": "...", "meetings": "...", "files": ["data.bin", ...],
      "io": "..."}

   The third of a place is its kind.  Strings in place of arrays are numbers in
   base 128, 7 bits a byte, the least first and all but the last byte with bit 7
   set, in base 64:

     calls	 for each call, in the order of their beginnings: ns since the one
		 before began, how long it took, the number of its place, its
		 depth
     hosts	 of a device's row, for each of these: row and call, plus 1, for
		 which the device does it, and bytes
     messages	 row and call of the sender, row and call of the receiver, ns since
		 the message before was sent, ns until it had come, bytes, tag
     meetings	 of collective functions: how many calls belong together, and the
		 row and the number of each
     io		 of I/O: row and call, number of the file, bytes, and whether it was
		 begun before and is waited for here

   Where there are more than MOST calls, the shortest are left out.  */

#include "base/json.h"
#include "formats/assets.h"
#include "model/roles.h"
#include "base/util.h"
#include "model/trace.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 1500000, POWERS = 64 };
#define LEFT_OUT UINT32_MAX

struct call { uint64_t begin, end; uint32_t place, depth; };

struct row {
  const struct trace_thread *thread; /* or null: */
  const struct trace_device_row *device;
  struct call *calls;		/* all that it enters, in order */
  size_t count, room;
  uint32_t *numbers;		/* of those kept; or LEFT_OUT */
};

struct page {
  struct row *rows;		/* devices' after all threads' */
  size_t row_count;
  struct trace_devices devices;
  const struct trace_place **places;
  size_t place_count, place_room;
  uint64_t span, shorter, left_out;
  struct json json;
  char *text;			/* numbers that have not been written */
  size_t length, room;
};

/* ---- Numbers in text  */

static void
put_number (struct page *page, uint64_t number)
{
  do
    {
      page->text = room_for_one (page->text, page->length, &page->room, 1);
      page->text[page->length++] = (char) ((number & 127)
					   | (number > 127 ? 128 : 0));
      number >>= 7;
    }
  while (number);
}

/* Writes what has been put as member NAME.  */
static void
write_numbers (struct page *page, const char *name)
{
  static const char digits[]
    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char *text = allocate (page->length / 3 * 4 + 5, 1), *end = text;
  const unsigned char *bytes = (const unsigned char *) page->text;
  for (size_t i = 0; i < page->length; i += 3)
    {
      size_t left = page->length - i;
      uint32_t three = (uint32_t) bytes[i] << 16
		       | (left > 1 ? (uint32_t) bytes[i + 1] << 8 : 0)
		       | (left > 2 ? bytes[i + 2] : 0);
      *end++ = digits[three >> 18];
      *end++ = digits[three >> 12 & 63];
      *end++ = left > 1 ? digits[three >> 6 & 63] : '=';
      *end++ = left > 2 ? digits[three & 63] : '=';
    }
  *end = '\0';
  json_string (&page->json, name, text);
  free (text);
  page->length = 0;
}

/* ---- Calls  */

/* Returns the number of PLACE, which is one with others of the same name and
   line.  */
static uint32_t
number_of_place (struct page *page, const struct trace_place *place)
{
  size_t i = 0;
  for (; i < page->place_count; i++)
    if (page->places[i]->line == place->line
	&& page->places[i]->tag == place->tag
	&& !strcmp (page->places[i]->label, place->label)
	&& !strcmp (page->places[i]->file ? page->places[i]->file : "",
		    place->file ? place->file : ""))
      return (uint32_t) i;
  ONE_MORE (page->places, page->place_count, page->place_room) = place;
  return (uint32_t) i;
}

static void
read_row (struct page *page, struct row *row)
{
  const struct trace_process *process = row->thread->process;
  OWNED uint32_t *places = allocate (process->place_count + 1, sizeof *places);
  size_t *open = NULL, room = 0;
  struct trace_cursor cursor;
  struct trace_moment m;
  for (uint64_t i = 0; i < process->place_count; i++)
    places[i] = number_of_place (page, &process->places[i]);
  trace_follow (&cursor, row->thread);
  while (trace_next (&cursor, &m))
    {
      page->span = m.time > page->span ? m.time : page->span;
      if (m.what == TRACE_ENTER)
	{
	  open = room_for_one (open, m.depth, &room, sizeof *open);
	  open[m.depth] = row->count;
	  ONE_MORE (row->calls, row->count, row->room) = (struct call) {
	    m.time, m.time, places[m.place], (uint32_t) m.depth };
	}
      else if (m.what == TRACE_LEAVE && m.depth < room)
	row->calls[open[m.depth]].end = m.time;
    }
  trace_done (&cursor);
  free (open);
}

static void
read_device (struct page *page, struct row *row)
{
  row->count = row->device->count;
  row->calls = allocate (row->count + 1, sizeof *row->calls);
  for (size_t i = 0; i < row->count; i++)
    {
      const struct trace_device_call *call = &row->device->calls[i];
      row->calls[i] = (struct call) {
	call->begin, call->end,
	number_of_place (page, &call->process->places[call->place]), 0 };
    }
}

static unsigned int
power_of (uint64_t time)
{
  return time ? 63 - (unsigned int) __builtin_clzll (time) : 0;
}

/* Finds how short calls are that are left out.  */
static void
find_shortest (struct page *page)
{
  uint64_t by_power[POWERS] = { 0 }, count = 0;
  for (size_t i = 0; i < page->row_count; i++)
    for (size_t j = 0; j < page->rows[i].count; j++, count++)
      by_power[power_of (page->rows[i].calls[j].end
			 - page->rows[i].calls[j].begin)]++;
  for (unsigned int power = 0; count > MOST; power++)
    {
      count -= by_power[power];
      page->left_out += by_power[power];
      page->shorter = (uint64_t) 1 << (power + 1);
    }
}

static void
write_row (struct page *page, struct row *row)
{
  uint64_t before = 0;
  uint32_t kept = 0;
  row->numbers = allocate (row->count + 1, sizeof *row->numbers);
  for (size_t i = 0; i < row->count; i++)
    {
      const struct call *call = &row->calls[i];
      row->numbers[i] = LEFT_OUT;
      if (page->shorter && call->end - call->begin < page->shorter)
	continue;
      row->numbers[i] = kept++;
      put_number (page, call->begin - before);
      put_number (page, call->end - call->begin);
      put_number (page, call->place);
      put_number (page, call->depth);
      before = call->begin;
    }
  write_numbers (page, "calls");
}

/* Writes for which calls the device of ROW works.  */
static void
write_hosts (struct page *page, const struct row *row)
{
  for (size_t i = 0; i < row->count; i++)
    {
      const struct trace_device_call *call = &row->device->calls[i];
      const uint32_t *numbers = page->rows[call->host.thread].numbers;
      uint32_t number = numbers[call->host.number];
      if (row->numbers[i] == LEFT_OUT)
	continue;
      put_number (page, call->host.thread);
      put_number (page, number == LEFT_OUT ? 0 : (uint64_t) number + 1);
      put_number (page, call->bytes);
    }
  write_numbers (page, "hosts");
}

/* ---- The page  */

static char *
row_name (const struct row *row)
{
  const struct trace_thread *thread = row->thread;
  const struct trace_process *p = thread ? thread->process
				  : row->device->calls->process;
  const char *rank = p->record.header.rank < 0 ? NULL
		     : rank_text (p->record.header.rank);
  char *process = rank ? print_string ("rank %s", rank)
		  : print_string ("%s %d", p->program, p->record.header.pid);
  if (thread && p->thread_count == 1)
    return process;
  OWNED char *device = thread ? NULL : trace_device_name (row->device);
  char *name = device ? print_string ("%s, %s", process, device)
	       : print_string ("%s, thread %u", process, thread->number);
  free (process);
  return name;
}

/* Returns what kind of call PLACE is, for its colour.  */
static const char *
kind_of_place (const struct trace_place *place)
{
  static const struct { enum role first, last; const char *kind; } kinds[] = {
    { ROLE_ALLOCATE, ROLE_FREE, "memory" },
    { ROLE_SETUP, ROLE_SETUP, "setup" },
    { ROLE_NOTIFY, ROLE_BARRIER, "meeting" },
    { ROLE_TEAM_WAIT, ROLE_TEAM_WAIT, "barrier" },
    { ROLE_TASK_WAIT, ROLE_TASK_WAIT, "barrier" },
    { ROLE_LOCK, ROLE_TRYLOCK, "lock" },
    { ROLE_TRANSFER, ROLE_TRANSFER, "send" },
    { ROLE_SEND, ROLE_SEND_OVER, "send" },
    { ROLE_RECEIVE, ROLE_PROBE, "receive" },
    { ROLE_ONE_TO_ALL, ROLE_BARRIER_WITHIN, "meeting" },
    { ROLE_TARGET, ROLE_ON_DEVICE, "device" }
  };
  if (place->kind == GASP_RECORD_FUNCTION)
    return "function";
  enum role role = role_of_tag (place->tag);
  for (size_t i = 0; i < COUNT_OF (kinds); i++)
    if (role >= kinds[i].first && role <= kinds[i].last)
      return kinds[i].kind;
  return "event";
}

static void
write_places (struct page *page)
{
  json_line (&page->json);
  json_array (&page->json, "places");
  for (size_t i = 0; i < page->place_count; i++)
    {
      const struct trace_place *p = page->places[i];
      OWNED char *where = p->file ? print_string ("%s:%u", p->file, p->line)
			  : copy_string ("");
      json_array (&page->json, NULL);
      json_string (&page->json, NULL, p->label);
      json_string (&page->json, NULL, where);
      json_string (&page->json, NULL, kind_of_place (p));
      json_close (&page->json);
    }
  json_close (&page->json);
}

/* Puts the row and the number of CALL; or returns false if it was left out.  */
static bool
put_call (struct page *page, struct trace_call call)
{
  const struct row *row = &page->rows[call.thread];
  if (call.number >= row->count || row->numbers[call.number] == LEFT_OUT)
    return false;
  put_number (page, call.thread);
  put_number (page, row->numbers[call.number]);
  return true;
}

static void
write_pairs (struct page *page, const struct trace_messages *messages)
{
  uint64_t before = 0;
  for (size_t i = 0; i < messages->count; i++)
    {
      const struct trace_message *m = &messages->list[i];
      size_t length = page->length;
      if (!put_call (page, m->from) || !put_call (page, m->to))
	{
	  page->length = length;
	  continue;
	}
      put_number (page, m->sent - before);
      put_number (page, m->received > m->sent ? m->received - m->sent : 0);
      put_number (page, m->bytes);
      put_number (page, m->tag);
      before = m->sent;
    }
  json_line (&page->json);
  write_numbers (page, "messages");
  for (size_t i = 0, end; i < messages->meeting_count; i = end)
    {
      size_t length = page->length;
      bool complete = true;
      for (end = i; end < messages->meeting_count
		    && messages->meetings[end].number
		       == messages->meetings[i].number; end++)
	;
      put_number (page, end - i);
      for (size_t j = i; j < end; j++)
	complete &= put_call (page, messages->meetings[j].call);
      if (!complete || end - i < 2)
	page->length = length;
    }
  json_line (&page->json);
  write_numbers (page, "meetings");
}

/* Writes the files, and the calls that read and write them.  */
static void
write_files (struct page *page, const struct trace *trace)
{
  struct trace_files files = trace_find_files (trace);
  json_line (&page->json);
  json_array (&page->json, "files");
  for (size_t i = 0; i < files.count; i++)
    json_string (&page->json, NULL, files.list[i].name);
  json_close (&page->json);
  for (size_t i = 0; i < files.io_count; i++)
    {
      const struct trace_io *io = &files.io[i];
      if (!put_call (page, io->call))
	continue;
      put_number (page, io->file);
      put_number (page, io->request && !io->is_over ? io->asked : io->moved);
      put_number (page, io->is_over);
    }
  json_line (&page->json);
  write_numbers (page, "io");
  trace_free_files (&files);
}

static void
write_data (struct page *page, const struct trace *trace)
{
  struct trace_messages messages = trace_pair_messages (trace);
  struct json *json = &page->json;
  json_object (json, NULL);
  json_string (json, "program", trace->processes[0].program);
  json_count (json, "span", page->span);
  json_count (json, "left_out", page->left_out);
  json_count (json, "shorter", page->shorter);
  write_places (page);
  json_line (json);
  json_array (json, "rows");
  for (size_t i = 0; i < page->row_count; i++)
    {
      OWNED char *name = row_name (&page->rows[i]);
      json_line (json);
      json_object (json, NULL);
      json_string (json, "name", name);
      write_row (page, &page->rows[i]);
      if (page->rows[i].device)
	write_hosts (page, &page->rows[i]);
      json_close (json);
    }
  json_close (json);
  write_pairs (page, &messages);
  write_files (page, trace);
  json_close (json);
  json_end (json);
  trace_free_messages (&messages);
}

/* Returns the rows of TRACE's threads, with their calls.  */
static struct page
read_page (const struct trace *trace)
{
  struct page page = { .devices = trace_find_devices (trace) };
  size_t row = 0;
  for (size_t i = 0; i < trace->process_count; i++)
    page.row_count += trace->processes[i].thread_count;
  page.row_count += page.devices.row_count;
  page.rows = allocate (page.row_count + 1, sizeof *page.rows);
  for (size_t i = 0; i < trace->process_count; i++)
    for (size_t j = 0; j < trace->processes[i].thread_count; j++, row++)
      {
	page.rows[row].thread = &trace->processes[i].threads[j];
	read_row (&page, &page.rows[row]);
      }
  for (size_t i = 0; i < page.devices.row_count; i++, row++)
    {
      page.rows[row].device = &page.devices.rows[i];
      read_device (&page, &page.rows[row]);
    }
  find_shortest (&page);
  return page;
}

static void
free_page (struct page *page)
{
  for (size_t i = 0; i < page->row_count; i++)
    {
      free (page->rows[i].calls);
      free (page->rows[i].numbers);
    }
  free (page->rows);
  trace_free_devices (&page->devices);
  free (page->places);
  free (page->text);
}

int
write_trace_html (const struct trace *trace, const char *path)
{
  FILE *out = trace_output (path);
  struct page page = read_page (trace);
  begin_page (out, "GASP time line", asset_timeline_css, asset_timeline_html);
  page.json = json_begin (out, true);
  write_data (&page, trace);
  fprintf (out, "</script>\n<script>\n%s</script>\n</body>\n</html>\n",
	   asset_timeline_js);
  free_page (&page);
  return trace_close (out, path);
}
