/* keep-code.c - keep the files that ran beside their records.

   SPDX-License-Identifier: Apache-2.0  */

#include "live/keep-code.h"
#include "base/object/kept.h"
#include "base/rundir.h"
#include "base/util.h"
#include "model/reader.h"

#include <stdlib.h>
#include <string.h>

/* Ranks of a program have the same files: these are enough.  */
#define MOST_RECORDS 64

struct keeping { const char *directory; const struct record *record; };

static void
keep_module (void *closure, const void *element,
	     uint64_t number __attribute__ ((unused)))
{
  const struct keeping *keeping = closure;
  struct gasp_record_module module;
  memcpy (&module, element, sizeof module);
  const char *path = record_string (keeping->record, module.path, NULL);
  const char *id = record_string (keeping->record, module.build_id, NULL);
  if (path && id)
    keep_file (keeping->directory, path, id);
}

void
keep_code (const char *directory, char **records, size_t count)
{
  for (size_t i = 0; i < count && i < MOST_RECORDS; i++)
    {
      struct record record;
      OWNED char *error = record_open (&record, records[i]);
      struct keeping keeping = { directory, &record };
      if (!error)
	record_each (&record, GASP_RECORD_MODULES, keep_module, &keeping);
      record_close (&record);
    }
}
