/* earlier-runs.c - which records are in the way of a run.

   SPDX-License-Identifier: Apache-2.0  */

#include <earlier-runs.c>
#include <pthread.h>
#include <sys/mman.h>
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

/* Writes the magic number into a RECORD at some moment.  */
static void *
write_magic (void *record)
{
  struct gasp_record_header *header = record;
  static unsigned int round;
  for (volatile unsigned int i = round++ % 100 * 20; i > 0; i--)
    continue;
  memcpy (header->magic, GASP_RECORD_MAGIC, sizeof header->magic);
  return NULL;
}

/* It may come into being while it is looked at.  */
static void
test_what_is_begun_meanwhile_stays (void)
{
  const struct this_run run = { 7, 0, "here" };
  const struct gasp_record_header empty = {
    .byte_order = GASP_RECORD_BYTE_ORDER, .version = GASP_RECORD_VERSION
  };
  char name[] = "/tmp/gasp-unit-XXXXXX";
  int fd = mkstemp (name), lost = 0;
  struct gasp_record_header *header;
  CHECK (fd >= 0 && write (fd, &empty, sizeof empty) == sizeof empty);
  header = mmap (NULL, sizeof *header, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  CHECK (header != MAP_FAILED);
  for (int i = 0; i < 2000; i++)
    {
      pthread_t writer;
      memset (header->magic, 0, sizeof header->magic);
      CHECK (!pthread_create (&writer, NULL, write_magic, header));
      for (int look = 0; look < 4; look++)
	lost += !inspect_record (name, &run).is_ours;
      CHECK (!pthread_join (writer, NULL));
    }
  CHECK (lost == 0);
  munmap (header, sizeof *header);
  close (fd);
  unlink (name);
}

/* All records of a run that is over are moved, and none of one that is not.  */
static void
test_runs_are_moved_as_a_whole (void)
{
  const struct obstacle all[] = {
    { .run = 9 }, { .run = 5, .may_run = true }, { .run = 3 }, { .run = 5 },
    { .run = 4, .may_run = true, .is_ours = true }, { .run = 4 },
    { .run = 5, .may_run = true }, { .run = 0 }
  };
  static const bool movable[] = { true, false, true, false, false, true, false,
				  true };
  struct runs in_use = runs_in_use (all, COUNT_OF (all));
  CHECK_NUMBER (in_use.count, 2);
  for (size_t i = 0; i < COUNT_OF (all); i++)
    CHECK_NUMBER (is_movable (&all[i], &in_use), movable[i]);
  free (in_use.numbers);
  in_use = runs_in_use (all, 0);
  CHECK (is_movable (&all[1], &in_use));
  free (in_use.numbers);
}

UNIT (test_what_is_being_made_stays, test_what_is_begun_meanwhile_stays,
      test_runs_are_moved_as_a_whole);
