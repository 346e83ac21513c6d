/* schema.c - the JSON schema of gasp report --format=json.  See tables.h.

   SPDX-License-Identifier: Apache-2.0

   Made from the tables, as the report is: json-schema.org, draft 2020-12.  VERSION
   is that of the report.  It rises when a member is gone or means something else;
   members that are new do not matter to whoever reads, so that all are allowed.  */

#include "base/json.h"
#include "tables/tables.h"

#include <stdlib.h>

/* Returns the JSON type of a cell of TYPE.  */
static const char *
type_of (enum cell_type type)
{
  switch (type)
    {
    case CELL_TEXT: case CELL_QUANTITY:
      return "\"type\": [\"string\", \"null\"]";
    case CELL_TIME:
      return "\"type\": \"number\", \"$comment\": \"nanoseconds\"";
    case CELL_PERCENT:
      return "\"type\": \"number\", \"$comment\": \"per cent\"";
    case CELL_BYTES:
      return "\"type\": \"integer\", \"minimum\": 0, \"$comment\": \"bytes\"";
    case CELL_COUNT:
      return "\"type\": \"integer\", \"minimum\": 0";
    case CELL_FLAG:
      return "\"enum\": [0, 1]";
    case CELL_ADDRESS:
      return "\"type\": \"string\", \"pattern\": \"^(0|0x[0-9a-f]+)$\"";
    case CELL_NUMBER: case CELL_VALUE:
      break;
    }
  return "\"type\": \"integer\"";
}

static void
write_column (FILE *out, const struct column *column)
{
  fputs ("        ", out);
  write_json_string (out, column->field);
  fputs (": { \"description\": ", out);
  write_json_string (out, column->help);
  fprintf (out, ", %s }", type_of (column->type));
}

/* Counters and threads have columns of names that are not known beforehand.  */
static void
write_further_columns (FILE *out, const struct table *table)
{
  if (table->by_thread)
    {
      fputs (",\n      \"patternProperties\": { \"^thread:\": { \"description\": ",
	     out);
      write_json_string (out, table->by_thread->help);
      fprintf (out, ", %s } }", type_of (table->by_thread->type));
    }
  else if (table->with_counters)
    fputs (",\n      \"additionalProperties\": { \"description\": \"of a counter\", "
	   "\"type\": \"integer\" }", out);
}

static void
write_table_schema (FILE *out, const struct table *table)
{
  static const struct report no_report;
  char *title = title_of (&no_report, table);
  fputs (",\n    ", out);
  write_json_string (out, table->name);
  fputs (": { \"title\": ", out);
  write_json_string (out, title);
  fputs (", \"type\": \"array\", \"items\": { \"type\": \"object\",\n"
	 "      \"properties\": {\n", out);
  for (size_t i = 0; i < table->column_count; i++)
    {
      if (i)
	fputs (",\n", out);
      write_column (out, &table->columns[i]);
    }
  fputs (" },\n      \"required\": [", out);
  for (size_t i = 0; i < table->column_count; i++)
    {
      if (i)
	fputs (", ", out);
      write_json_string (out, table->columns[i].field);
    }
  fputc (']', out);
  write_further_columns (out, table);
  fputs (" } }", out);
  free (title);
}

void
write_schema (FILE *out)
{
  fprintf (out, "{ \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
	   "  \"title\": \"gasp report --format=json\",\n"
	   "  \"type\": \"object\",\n"
	   "  \"required\": [\"format\", \"version\", \"records\", \"source_root\", "
	   "\"total_time\", \"counter_names\"],\n"
	   "  \"properties\": {\n"
	   "    \"format\": { \"const\": \"gasp-report\" },\n"
	   "    \"version\": { \"const\": %d },\n"
	   "    \"records\": { \"type\": \"string\", \"description\": \"the directory "
	   "or files that were read\" },\n"
	   "    \"source_root\": { \"type\": \"string\", \"description\": \"what "
	   "locations that are relative begin with; may be empty\" },\n"
	   "    \"total_time\": { \"type\": \"number\", \"description\": \"of all "
	   "threads: nanoseconds\" },\n"
	   "    \"counter_names\": { \"type\": \"array\", \"items\": { \"type\": "
	   "\"object\", \"properties\": {\n"
	   "      \"name\": { \"type\": \"string\" }, \"unit\": { \"type\": "
	   "\"string\" } }, \"required\": [\"name\", \"unit\"] } }",
	   JSON_VERSION);
  for (size_t i = 0; i < table_count; i++)
    write_table_schema (out, &tables[i]);
  fputs ("\n  }\n}\n", out);
}
