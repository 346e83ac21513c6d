/* A program that takes all of its stack but a page once, as interpreters do, to
   have it for sure: a function ends with that little below it.  A sample of time
   would need more.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */
/* { dg-runs-with GASP_SAMPLE=none } */

#include "ways.h"
#include <alloca.h>
#include <pthread.h>

#define MARGIN 0x1000

static volatile char *volatile lowest;

/* From LIMIT, where the stack begins, SIZE bytes down, but for MARGIN.  */
KEEP static void
reserve (volatile char *limit, size_t size)
{
  volatile char here[0x100];
  limit -= size - MARGIN - sizeof here;
  if (here > limit)
    {
      lowest = alloca (here - limit);
      *lowest = 0;
    }
}

KEEP static void *
reserve_own (void *argument)
{
  pthread_attr_t attributes;
  void *address;
  size_t size;
  if (pthread_getattr_np (pthread_self (), &attributes)
      || pthread_attr_getstack (&attributes, &address, &size))
    return argument;
  for (int i = 0; i < 3; i++)
    reserve ((char *) address + size, size);
  pthread_attr_destroy (&attributes);
  return NULL;
}

int
main (void)
{
  pthread_t thread;
  void *wrong = reserve_own ("");
  if (!wrong && pthread_create (&thread, NULL, reserve_own, "") == 0)
    pthread_join (thread, &wrong);
  return wrong || work (10) != 55;
}
