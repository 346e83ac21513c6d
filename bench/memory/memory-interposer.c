/* memory-interposer.c - the least that an allocation profiler can be: count.

   SPDX-License-Identifier: Apache-2.0

   Preloaded; what it counts is nowhere printed.  */

#include <stddef.h>

static __thread unsigned long allocations, frees
  __attribute__ ((tls_model ("initial-exec")));

extern void *__libc_malloc (size_t);
extern void __libc_free (void *);

void *
malloc (size_t size)
{
  allocations++;
  return __libc_malloc (size);
}

void
free (void *block)
{
  frees++;
  __libc_free (block);
}
