/* rest.c - the sum of those rows of a table that are not shown.  See tables.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "tables/tables.h"
#include "base/options.h"

#include <math.h>
#include <string.h>

/* Columns that can be added up: in any table, and in some.  Total times
   cannot, as they contain one another, nor can means and extremes.  */
static const char *const sums =
  "self,self_percent,running,running_percent,waiting,ready,stopped,busy,"
  "processor,calls,bytes,blocks,time,count,samples,sampled_time,"
  "bytes_allocated,live_bytes,bytes_read,bytes_written,bytes_sent,reads,"
  "writes,accesses,pairs,failed,setup,communicating,program_percent,body,work,"
  "tasks,barriers,taskwait,locks,waited,held,taken,idle,alone,iterations,"
  "created,begun,moved,undeferred,starts,ends,atomics,kernel_time,to_time,"
  "from_time,driver_time,setup_time,other_time,to_bytes,from_bytes,again_bytes,"
  "copies_to,copies_from,again_copies,kernels,processes";
static const char *const sums_of_some =
  "samples.percent,hot-lines.percent,call-sites.percent,sent-bytes.percent,"
  "critical-path.percent,devices.total";

bool
is_summed (const struct table *table, const struct column *column)
{
  char name[128];
  snprintf (name, sizeof name, "%s.%s", table->name, column->field);
  return !strncmp (column->field, "self:", 5)
	 || !strncmp (column->field, "thread:", 7)
	 || in_list (sums, column->field) || in_list (sums_of_some, name);
}

void
add_cell (union cell *sum, union cell cell, enum cell_type type)
{
  switch (type)
    {
    case CELL_TIME: case CELL_PERCENT:
      sum->real += cell.real;
      break;
    case CELL_VALUE:
      sum->value = add_wrapping (sum->value, cell.value);
      break;
    case CELL_BYTES: case CELL_COUNT:
      sum->count += cell.count;
      break;
    default:
      break;
    }
}

/* Adds the error of one more row to SUM; errors are independent.  */
static void
add_error (union cell *sum, union cell cell, enum cell_type type)
{
  if (type == CELL_TIME)
    sum->real = hypot (sum->real, cell.real);
  else
    sum->count = (uint64_t) hypot ((double) sum->count, (double) cell.count);
}

void
add_to_rest (const struct column *columns, size_t count, union cell *sum,
	     const union cell *cells)
{
  for (size_t i = 0; i < count; i++)
    {
      const struct column *c = &columns[i];
      if (!c->is_sum)
	continue;
      add_cell (&sum[i], cells[i], c->type);
      if (c->error < count)
	add_error (&sum[c->error], cells[c->error], columns[c->error].type);
      if (c->estimate < count)
	sum[c->estimate].count |= cells[c->estimate].count;
      if (c->least < count)
	sum[c->least].count |= cells[c->least].count;
      if (c->known < count)
	sum[c->known].count |= cells[c->known].count;
    }
}
