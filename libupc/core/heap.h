/* heap.h - between heap.c and alloc.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "core/control.h"

#pragma GCC visibility push (hidden)

/* The shared heap, or one thread's own.  */
struct upc_heap
{
  bool shared;
  int thread;
  unsigned granule;		/* sizes are multiples of it */
  char *part;			/* where address 0 is */
  uint64_t *bins;
  struct upc_mutex *lock;
  uint64_t *edge;		/* heap_top or heap_bottom */
  uint64_t *reserved;		/* as in struct upc_thread; or null */
  bool *reserving;
};
#define UPC_BINS 40

extern struct upc_heap upc_shared_heap (void);
extern struct upc_heap upc_own_heap (int thread);
/* Returns the address of SIZE bytes, or 0.  */
extern uint64_t upc_heap_take (const struct upc_heap *heap, uint64_t size);
/* Gives back what the above returned; returns whether ADDRESS is that.  */
extern bool upc_heap_give (const struct upc_heap *heap, uint64_t address);
/* Returns how much HEAP may still grow.  */
extern uint64_t upc_heap_room (const struct upc_heap *heap);

#pragma GCC visibility pop
