/* The words of libgomp's locks (words.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <words.c>
#include "unit.h"
#include <dlfcn.h>

#ifdef __x86_64__
/* lock cmpxchg %edx, 16(%rip); with and without the mark of a function.  */
#define ZERO 0x31, 0xc0
#define ONE 0xba, 1, 0, 0, 0
#define TAKE 0xf0, 0x0f, 0xb1, 0x15, 16, 0, 0, 0
static const unsigned char marked[] = { 0xf3, 0x0f, 0x1e, 0xfa, ZERO, ONE, TAKE },
  turned[] = { ONE, ZERO, TAKE },
  takes_two[] = { ZERO, 0xba, 2, 0, 0, 0, TAKE },
  no_lock[] = { ZERO, ONE, 0x90, 0x0f, 0xb1, 0x15, 16, 0, 0, 0 },
  other[32] = { 0x55 };

static void
test_code (void)
{
  CHECK (taken_by (marked) == (const void *) (marked + sizeof marked + 16));
  CHECK (taken_by (turned) == (const void *) (turned + sizeof turned + 16));
  CHECK (!taken_by (takes_two));
  CHECK (!taken_by (no_lock));
  CHECK (!taken_by (other));
}
#else
static void
test_code (void)
{
  CHECK (!taken_by (NULL));
}
#endif

static void
test_take (void)
{
  int word = 0;
  CHECK (!word_take (NULL));
  CHECK (word_take (&word) && word == 1);
  CHECK (!word_take (&word) && word == 1);
  word = -1;
  CHECK (!word_take (&word) && word == -1);
}

/* With libgomp itself, if it is there and begins so.  */
static void
test_libgomp (void)
{
  struct word word = { NULL, false };
  void *library = dlopen ("libgomp.so.1", RTLD_NOW);
  void (*begin) (void) = NULL, (*end) (void) = NULL;
  if (library)
    {
      *(void **) &begin = dlsym (library, "GOMP_critical_start");
      *(void **) &end = dlsym (library, "GOMP_critical_end");
    }
  int *at = word_of (&word, begin);
  CHECK (word.was_sought && at == word_of (&word, begin));
  if (!at || !end)
    return;
  CHECK (*at == 0);
  begin ();
  CHECK (*at == 1 && !word_take (at));
  end ();
  CHECK (*at == 0 && word_take (at));
  end ();
  CHECK (*at == 0);
}

UNIT (test_code, test_take, test_libgomp);
