/* rundir.c - which records are in the way of a run.

   SPDX-License-Identifier: Apache-2.0  */

#include <rundir.c>
#include "unit.h"

/* Makes a record with HEADER in the file NAME, last written to AGE seconds ago.  */
static void
make_record (const char *name, const struct gasp_record_header *header, int age)
{
  FILE *out = fopen (name, "w");
  CHECK (out && fwrite (header, sizeof *header, 1, out) == 1);
  fclose (out);
  const struct timespec when = { time (NULL) - age, 0 };
  CHECK (!utimensat (AT_FDCWD, name, (struct timespec[2]) { when, when }, 0));
}

/* A process writes whose its record is after it has made it.  */
static void
test_what_is_being_made_stays (void)
{
  const struct this_run run = { 7, 0, "here" };
  struct gasp_record_header header = {
    .byte_order = GASP_RECORD_BYTE_ORDER, .version = GASP_RECORD_VERSION
  };
  char name[] = "/tmp/gasp-unit-XXXXXX";
  int fd = mkstemp (name);
  CHECK (fd >= 0);
  close (fd);
  make_record (name, &header, 0);
  CHECK (inspect_record (name, &run).is_ours);
  make_record (name, &header, 3600);
  CHECK (!inspect_record (name, &run).is_ours);
  memcpy (header.magic, GASP_RECORD_MAGIC, sizeof header.magic);
  make_record (name, &header, 0);
  CHECK (inspect_record (name, &run).is_ours);
  make_record (name, &header, 3600);
  CHECK (!inspect_record (name, &run).is_ours);
  header.run = 7;
  make_record (name, &header, 3600);
  CHECK (inspect_record (name, &run).is_ours);
  unlink (name);
}

UNIT (test_what_is_being_made_stays);
