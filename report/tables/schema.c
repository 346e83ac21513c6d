/* schema.c - the JSON schema of gasp report --format=json.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   Made from the tables, as the report is: json-schema.org, draft 2020-12.
   VERSION is that of the report.  It rises when a member is gone or means
   something else; members that are new do not matter to whoever reads, so that
   all are allowed.  */

#include "base/json.h"
#include "tables/tables.h"

#include <stdlib.h>

/* Writes the members that describe a cell of TYPE.  */
static void
write_type (struct json *json, enum cell_type type)
{
  switch (type)
    {
    case CELL_TEXT: case CELL_QUANTITY:
      json_array (json, "type");
      json_string (json, NULL, "string");
      json_string (json, NULL, "null");
      json_close (json);
      return;
    case CELL_TIME: case CELL_PERCENT:
      json_string (json, "type", "number");
      json_string (json, "$comment",
		   type == CELL_TIME ? "nanoseconds" : "per cent");
      return;
    case CELL_BYTES: case CELL_COUNT:
      json_string (json, "type", "integer");
      json_count (json, "minimum", 0);
      if (type == CELL_BYTES)
	json_string (json, "$comment", "bytes");
      return;
    case CELL_FLAG:
      json_array (json, "enum");
      json_count (json, NULL, 0);
      json_count (json, NULL, 1);
      json_close (json);
      return;
    case CELL_ADDRESS:
      json_string (json, "type", "string");
      json_string (json, "pattern", "^(0|0x[0-9a-f]+)$");
      return;
    case CELL_RANK:
      json_array (json, "type");
      json_string (json, NULL, "integer");
      json_string (json, NULL, "string");
      json_close (json);
      json_string (json, "$comment",
		   "WORLD.RANK of what MPI_Comm_spawn started");
      return;
    case CELL_NUMBER: case CELL_VALUE:
      json_string (json, "type", "integer");
    }
}

/* Writes property FIELD, which has cells of TYPE.  */
static void
write_property (struct json *json, const char *field, const char *description,
		enum cell_type type)
{
  json_object (json, field);
  json_string (json, "description", description);
  write_type (json, type);
  json_close (json);
}

/* Writes the properties of counters and threads, whose columns have names that
   are not known beforehand.  */
static void
write_further_columns (struct json *json, const struct table *table)
{
  if (table->by_thread)
    {
      json_object (json, "patternProperties");
      write_property (json, "^thread:", table->by_thread->help,
		      table->by_thread->type);
      json_close (json);
    }
  else if (table->with_counters)
    write_property (json, "additionalProperties", "of a counter", CELL_VALUE);
}

static void
write_table_schema (struct json *json, const struct table *table)
{
  static const struct report no_report;
  OWNED char *title = title_of (&no_report, table);
  json_line (json);
  json_object (json, table->name);
  json_string (json, "title", title);
  json_string (json, "type", "array");
  json_object (json, "items");
  json_string (json, "type", "object");
  json_object (json, "properties");
  for (size_t i = 0; i < table->column_count; i++)
    {
      const struct column *column = &table->columns[i];
      json_line (json);
      write_property (json, column->field, column->help, column->type);
    }
  json_close (json);
  json_line (json);
  json_array (json, "required");
  for (size_t i = 0; i < table->column_count; i++)
    json_string (json, NULL, table->columns[i].field);
  json_close (json);
  write_further_columns (json, table);
  json_close (json);
  json_close (json);
}

/* Begins an object's property NAME, with TYPE and DESCRIPTION unless they
   are null, and leaves it open.  */
static void
open_property (struct json *json, const char *name, const char *type,
	       const char *description)
{
  json_line (json);
  json_object (json, name);
  if (type)
    json_string (json, "type", type);
  if (description)
    json_string (json, "description", description);
}

static void
write_head (struct json *json)
{
  static const struct { const char *name, *type, *description; } members[] = {
    { "records", "string", "the directory or files that were read" },
    { "source_root", "string",
      "what locations that are relative begin with; may be empty" },
    { "total_time", "number", "of all threads: nanoseconds" },
    { "running_time", "number", "of that, on a processor" },
    { "waiting_time", "number", "of that, not able to run" },
    { "ready_time", "number", "of that, for a processor" },
    { "processors", "integer",
      "that the program might run on; 0: not known" },
    { "helper_threads", "integer",
      "of libraries, whose sleep is in none of these" }
  };
  open_property (json, "format", NULL, NULL);
  json_string (json, "const", "gasp-report");
  json_close (json);
  open_property (json, "version", NULL, NULL);
  json_count (json, "const", JSON_VERSION);
  json_close (json);
  for (size_t i = 0; i < COUNT_OF (members); i++)
    {
      open_property (json, members[i].name, members[i].type,
		     members[i].description);
      json_close (json);
    }
}

static void
write_counters (struct json *json)
{
  static const char *const members[] = { "name", "unit" };
  open_property (json, "counter_names", "array", NULL);
  json_object (json, "items");
  json_string (json, "type", "object");
  json_object (json, "properties");
  for (size_t i = 0; i < COUNT_OF (members); i++)
    {
      json_object (json, members[i]);
      json_string (json, "type", "string");
      json_close (json);
    }
  json_close (json);
  json_array (json, "required");
  for (size_t i = 0; i < COUNT_OF (members); i++)
    json_string (json, NULL, members[i]);
  json_close (json);
  json_close (json);
  json_close (json);
}

void
write_schema (FILE *out)
{
  static const char *const required[]
    = { "format", "version", "records", "source_root", "total_time",
	"running_time", "waiting_time", "ready_time", "helper_threads",
	"counter_names" };
  struct json json = json_begin (out, false);
  json_object (&json, NULL);
  json_string (&json, "$schema",
	       "https://json-schema.org/draft/2020-12/schema");
  json_line (&json);
  json_string (&json, "title", "gasp report --format=json");
  json_string (&json, "type", "object");
  json_array (&json, "required");
  for (size_t i = 0; i < COUNT_OF (required); i++)
    json_string (&json, NULL, required[i]);
  json_close (&json);
  json_object (&json, "properties");
  write_head (&json);
  write_counters (&json);
  for (size_t i = 0; i < table_count; i++)
    write_table_schema (&json, &tables[i]);
  json_close (&json);
  json_close (&json);
  json_end (&json);
}
