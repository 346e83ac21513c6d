/* json.c - the report as JSON.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

     {"format": "gasp-report", "version": 1, "total_time": ns,
      "running_time": ns, "waiting_time": ns, "ready_time": ns,
      "counter_names": [{"name", "unit"}, ...],
      "flat": [{"self": ns, ..., "function": "..."}, ...],
      "tree": [...], ...}

   One member for each table; `gasp list fields' says what there is.  Times are
   in ns, memory in bytes.  */

#include "base/json.h"
#include "tables/tables.h"

#include <stdlib.h>
#include <string.h>

static void
write_cell (struct json *json, const char *field, union cell cell,
	    enum cell_type type)
{
  char address[24];
  switch (type)
    {
    case CELL_TEXT: case CELL_QUANTITY:
      json_string (json, field, cell.text);
      break;
    case CELL_TIME:
      json_real (json, field, cell.real, 0);
      break;
    case CELL_PERCENT:
      json_real (json, field, cell.real, 3);
      break;
    case CELL_RANK:
      if (strchr (rank_text (cell.value), '.'))
	json_string (json, field, rank_text (cell.value));
      else
	json_integer (json, field, cell.value);
      break;
    case CELL_NUMBER: case CELL_VALUE:
      json_integer (json, field, cell.value);
      break;
    case CELL_ADDRESS:
      snprintf (address, sizeof address, "%#llx",
		(unsigned long long) cell.count);
      json_string (json, field, address);
      break;
    case CELL_BYTES: case CELL_COUNT: case CELL_FLAG:
      json_count (json, field, cell.count);
      break;
    }
}

void
write_json_table (const struct report *report, const struct table *table,
		  const struct showing *showing, bool with_fields,
		  struct json *json)
{
  union cell cells[MOST_CELLS];
  size_t column_count, count, all;
  OWNED struct column *columns = table_columns (report, table, &column_count);
  OWNED size_t *order = table_order (report, table, showing, &count, &all);
  for (size_t i = 0; i < count; i++)
    {
      table->fill (report, order[i], cells);
      json_line (json);
      (with_fields ? json_object : json_array) (json, NULL);
      for (size_t j = 0; j < column_count; j++)
	write_cell (json, with_fields ? columns[j].field : NULL, cells[j],
		    columns[j].type);
      json_close (json);
    }
  if (count)
    json_line (json);
}

static void
write_counter_list (const struct report *report, struct json *json)
{
  json_array (json, "counter_names");
  for (size_t i = 0; i < report->profile.counter_count; i++)
    {
      json_object (json, NULL);
      json_string (json, "name", report->profile.counters[i].name);
      json_string (json, "unit", report->profile.counters[i].unit);
      json_close (json);
    }
  json_close (json);
}

void
write_json (const struct report *report, const struct output *output)
{
  struct json json = json_begin (output->out, false);
  json_object (&json, NULL);
  json_string (&json, "format", "gasp-report");
  json_count (&json, "version", JSON_VERSION);
  json_line (&json);
  json_string (&json, "records", report->directory);
  /* What locations that are relative begin with, if they have anything in
     common.  */
  json_string (&json, "source_root", report->root);
  json_real (&json, "total_time", report->whole, 0);
  json_real (&json, "running_time", report->running, 0);
  json_real (&json, "waiting_time", waiting_time (report), 0);
  json_real (&json, "ready_time", report->ready, 0);
  json_count (&json, "processors", processors_of (report));
  json_count (&json, "helper_threads", count_helpers (report));
  json_line (&json);
  write_counter_list (report, &json);
  for (size_t i = 0; i < table_count; i++)
    if (is_in_view (&tables[i], output->view))
      {
	json_line (&json);
	json_array (&json, tables[i].name);
	write_json_table (report, &tables[i], &output->showing, true, &json);
	json_close (&json);
      }
  json_line (&json);
  json_close (&json);
  json_end (&json);
}
