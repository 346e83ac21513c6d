/* tracer-upc.upc - the UPC part of tracer.c.

   SPDX-License-Identifier: Apache-2.0  */

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
#include "tracer.h"

#pragma pupc off

void
tracer_threads (int *mythread, int *threads)
{
  *mythread = MYTHREAD;
  *threads = THREADS;
}

void
tracer_barrier (void)
{
  upc_barrier;
}

void
tracer_pointer (void *pointer, char *text, int size)
{
  shared void *p = *(shared void **) pointer;
  assert (upc_threadof (p) < THREADS);
  snprintf (text, size, "<%d,%d,%s>", (int) upc_threadof (p),
	    (int) upc_phaseof (p), p ? "object" : "null");
}

void
tracer_lock (void *lock, char *text, int size)
{
  upc_lock_t *p = *(upc_lock_t **) lock;
  assert (upc_threadof (p) < THREADS);
  snprintf (text, size, "<lock %d,%s>", (int) upc_threadof (p),
	    p ? "object" : "null");
}

struct word
{
  int value;
  const char *name;
};
#define WORD(name) { name, #name }

void
tracer_flags (int flags, char *text, int size)
{
  static const struct word words[] = {
    WORD (UPC_IN_ALLSYNC), WORD (UPC_IN_MYSYNC), WORD (UPC_IN_NOSYNC),
    WORD (UPC_OUT_ALLSYNC), WORD (UPC_OUT_MYSYNC), WORD (UPC_OUT_NOSYNC)
  };
  strcpy (text, "flags");
  for (int i = 0; i < 6; i++)
    if (flags & words[i].value)
      snprintf (text + strlen (text), size - strlen (text), "|%s", words[i].name);
}

void
tracer_operation (int operation, char *text, int size)
{
  static const struct word words[] = {
    WORD (UPC_ADD), WORD (UPC_MULT), WORD (UPC_AND), WORD (UPC_OR),
    WORD (UPC_XOR), WORD (UPC_LOGAND), WORD (UPC_LOGOR), WORD (UPC_MIN),
    WORD (UPC_MAX), WORD (UPC_FUNC), WORD (UPC_NONCOMM_FUNC)
  };
  for (int i = 0; i < 11; i++)
    if (operation == words[i].value)
      snprintf (text, size, "%s", words[i].name);
  assert (*text);
}
