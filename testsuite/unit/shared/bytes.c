/* Test shared/bytes.c: a byte changes, and not those beside it.

   SPDX-License-Identifier: Apache-2.0  */

#include <bytes.c>
#include <pthread.h>
#include "unit.h"

static uint8_t row[8] __attribute__ ((aligned (4)));

/* Checks that the bytes beside AT are still 0x5a.  */
static void
check_others (int at)
{
  for (int i = 0; i < 8; i++)
    if (i != at)
      CHECK_NUMBER (row[i], 0x5a);
}

static void
test_each_place (void)
{
  for (int at = 0; at < 8; at++)
    {
      for (int i = 0; i < 8; i++)
	row[i] = 0x5a;
      CHECK_NUMBER (bytes_exchange (&row[at], 0xff, 0), 0x5a);
      CHECK_NUMBER (bytes_and (&row[at], 0x0f, 0), 0xff);
      CHECK_NUMBER (bytes_or (&row[at], 0x80, 0), 0x0f);
      CHECK_NUMBER (row[at], 0x8f);
      check_others (at);
    }
}

static void
test_compare (void)
{
  uint8_t expected = 1;
  row[3] = 200;
  CHECK (!bytes_compare (&row[3], &expected, 7, 0, 0));
  CHECK_NUMBER (expected, 200);
  CHECK_NUMBER (row[3], 200);
  CHECK (bytes_compare (&row[3], &expected, 7, 0, 0));
  CHECK_NUMBER (row[3], 7);
}

/* Sets and clears a byte of each thread's own, in the same word.  */
static void *
toggle (void *byte)
{
  for (int i = 0; i < 20000; i++)
    if (bytes_or (byte, 0x81, 0) || bytes_exchange (byte, 3, 0) != 0x81
	|| bytes_and (byte, 0, 0) != 3)
      return byte;
  return NULL;
}

static void
test_threads (void)
{
  pthread_t threads[4];
  for (int i = 0; i < 8; i++)
    row[i] = 0;
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, toggle, &row[i]);
  for (int i = 0; i < 4; i++)
    {
      void *wrong = NULL;
      pthread_join (threads[i], &wrong);
      CHECK (!wrong);
    }
}

UNIT (test_each_place, test_compare, test_threads);
