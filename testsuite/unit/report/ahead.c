/* ahead.c - joined records are unpacked by several threads, each once, and given away in
   order.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <sched.h>
#undef CPU_COUNT
#define CPU_COUNT(set) ((void) (set), 4)
#include <ahead.c>
#include "unit.h"

enum { MEMBERS = 200 };
static struct member members[MEMBERS];
static struct joined joined;
static unsigned char bytes[MEMBERS];
static int unpacked[MEMBERS];

/* A path is a number; odd ones are of no joined file.  */
const struct member *
joined_member (const char *path, struct joined **file)
{
  int number = atoi (path);
  *file = number % 2 ? NULL : &joined;
  return number % 2 ? NULL : &members[number];
}

void prepare_images (struct joined *file) { CHECK (file == &joined); }
void free_image (struct image *image) { image->size = 0; }

struct image
image_of_member (struct joined *file, const struct member *member)
{
  size_t i = (size_t) (member - members);
  CHECK (file == &joined);
  __atomic_add_fetch (&unpacked[i], 1, __ATOMIC_RELAXED);
  return (struct image) { &bytes[i], i };
}

static const char *paths[MEMBERS];

static void
begin (void)
{
  memset (unpacked, 0, sizeof unpacked);
  for (int i = 0; i < MEMBERS; i++)
    {
      free ((char *) paths[i]);
      paths[i] = print_string ("%d", i);
    }
  begin_ahead (paths, MEMBERS);
}

static void
test_all_in_order (void)
{
  begin ();
  CHECK_NUMBER (ahead.thread_count, 3);
  for (size_t i = 0; i < MEMBERS; i += 2)
    CHECK_NUMBER (next_image (&joined, &members[i]).size, i);
  end_ahead ();
  for (int i = 0; i < MEMBERS; i++)
    CHECK_NUMBER (unpacked[i], i % 2 == 0);
}

/* Nobody waits for ever if not all are asked for, or others.  */
static void
test_not_all (void)
{
  begin ();
  CHECK_NUMBER (next_image (&joined, &members[0]).size, 0);
  CHECK_NUMBER (next_image (&joined, &members[100]).size, 100);
  CHECK_NUMBER (next_image (&joined, &members[2]).size, 2);
  end_ahead ();
  CHECK_NUMBER (next_image (&joined, &members[4]).size, 4);
  begin_ahead (paths, 1);
  CHECK_NUMBER (ahead.thread_count, 0);
  CHECK_NUMBER (next_image (&joined, &members[0]).size, 0);
  end_ahead ();
  begin_ahead (paths, 0);
  end_ahead ();
}

UNIT (test_all_in_order, test_not_all);
