/* Files that are mapped, and grow (growing.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <growing.c>
#include "unit.h"

#define UNIT_SIZE 65536

static struct growing_file file;

/* A file that does not exist yet.  */
static void
begin_file (bool by_page)
{
  file = (struct growing_file) { .unit = UNIT_SIZE,
				.first_step = 2 * UNIT_SIZE,
				.largest_step = 8 * UNIT_SIZE,
				.by_page = by_page };
  snprintf (file.path, sizeof file.path, "growing.%d", (int) getpid ());
  unlink (file.path);
}

static off_t
size_of_file (void)
{
  struct stat status;
  return stat (file.path, &status) ? -1 : status.st_size;
}

static void
test_steps (void)
{
  begin_file (false);
  file.reserved = 100 * UNIT_SIZE;
  CHECK_NUMBER (next_step (&file), 2 * UNIT_SIZE);
  file.used = 7 * UNIT_SIZE;
  CHECK_NUMBER (next_step (&file), 2 * UNIT_SIZE);
  file.used = 15 * UNIT_SIZE;
  CHECK_NUMBER (next_step (&file), 3 * UNIT_SIZE);
  file.used = 90 * UNIT_SIZE;
  CHECK_NUMBER (next_step (&file), 8 * UNIT_SIZE);
  file.size = 97 * UNIT_SIZE;
  CHECK_NUMBER (next_step (&file), 3 * UNIT_SIZE);
  file.size = 100 * UNIT_SIZE;
  CHECK_NUMBER (next_step (&file), 0);
}

/* It grows to its limit, where it is, and keeps what is in it; then no more.
 */
static void
test_growth_to_the_limit (void)
{
  begin_file (true);
  CHECK_NUMBER (gasp_tool_growing_create (&file, 10 * UNIT_SIZE + 5), 0);
  char *base = file.base;
  CHECK_NUMBER (file.reserved, 10 * UNIT_SIZE);
  CHECK_NUMBER (file.size, 2 * UNIT_SIZE);
  CHECK_NUMBER (gasp_tool_growing_create (&file, 10 * UNIT_SIZE), EEXIST);
  file.base = base;
  strcpy (base, "first");
  int grown = 0;
  while (gasp_tool_growing_grow (&file) == 0)
    {
      base[file.size - 1] = 'x';
      grown++;
    }
  CHECK_NUMBER (grown, 4);
  CHECK_NUMBER (file.size, 10 * UNIT_SIZE);
  CHECK_NUMBER (size_of_file (), 10 * UNIT_SIZE);
  CHECK (file.base == base);
  CHECK_TEXT (base, "first");
  CHECK_NUMBER (gasp_tool_growing_grow (&file), ENOMEM);
  munmap (file.base, file.reserved);
  unlink (file.path);
}

/* Another file of the name is not ours; and one that is gone comes not again.
 */
static void
test_the_file_is_another (void)
{
  begin_file (false);
  CHECK_NUMBER (gasp_tool_growing_create (&file, 10 * UNIT_SIZE), 0);
  unlink (file.path);
  CHECK_NUMBER (gasp_tool_growing_grow (&file), ENOENT);
  int fd = open (file.path, O_CREAT | O_RDWR, 0600);
  CHECK_NUMBER (gasp_tool_growing_grow (&file), ENOENT);
  CHECK_NUMBER (size_of_file (), 0);
  close (fd);
  CHECK_NUMBER (file.size, 2 * UNIT_SIZE);
  munmap (file.base, file.reserved);
  unlink (file.path);
}

/* With a spare end it grows though it is out of reach.  */
static void
test_spare (void)
{
  begin_file (true);
  CHECK_NUMBER (gasp_tool_growing_create (&file, 10 * UNIT_SIZE), 0);
  gasp_tool_growing_make_spare (&file);
  CHECK_NUMBER (file.spare, 10 * UNIT_SIZE);
  CHECK_NUMBER (file.size, 2 * UNIT_SIZE);
  unlink (file.path);
  CHECK_NUMBER (gasp_tool_growing_grow (&file), 0);
  CHECK_NUMBER (file.size, 4 * UNIT_SIZE);
  file.base[file.size - 1] = 'x';
  munmap (file.base, file.reserved);
}

static void
test_sandbox_and_limits (void)
{
  struct rlimit before, limit;
  begin_file (false);
  CHECK_NUMBER (gasp_tool_growing_create (&file, 100 * UNIT_SIZE), 0);
  gasp_tool_sandboxed = true;
  CHECK_NUMBER (gasp_tool_growing_grow (&file), EPERM);
  gasp_tool_sandboxed = false;
  getrlimit (RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = 3 * UNIT_SIZE;
  setrlimit (RLIMIT_FSIZE, &limit);
  /* Less than the step, as there is room for less.  */
  CHECK_NUMBER (gasp_tool_growing_grow (&file), 0);
  CHECK_NUMBER (file.size, 3 * UNIT_SIZE);
  CHECK_NUMBER (gasp_tool_growing_grow (&file), EFBIG);
  setrlimit (RLIMIT_FSIZE, &before);
  gasp_tool_growing_make_room (&file, 20 * UNIT_SIZE);
  CHECK (file.size >= 20 * UNIT_SIZE);
  gasp_tool_growing_give_back (&file, 0);
  CHECK_NUMBER (file.reserved, file.size);
  CHECK_NUMBER (gasp_tool_growing_grow (&file), ENOMEM);
  munmap (file.base, file.reserved);
  unlink (file.path);
}

static void
test_part_of_limit (void)
{
  CHECK (gasp_tool_part_of_limit (RLIM_INFINITY, 1000) == 1000);
  CHECK_NUMBER (gasp_tool_part_of_limit (8000, 1000), 1000);
  CHECK_NUMBER (gasp_tool_part_of_limit (8000, 1001), 1000);
  CHECK_NUMBER (gasp_tool_part_of_limit (0, 1), 0);
}

UNIT (test_steps, test_growth_to_the_limit, test_the_file_is_another,
      test_spare, test_sandbox_and_limits, test_part_of_limit);
