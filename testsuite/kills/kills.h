/* kills.h - what a victim and its killer share.

   SPDX-License-Identifier: Apache-2.0  */

/* Of each thread, in a cache line of its own: how many calls have returned.  */
struct returned
{
  volatile uint64_t leaf;
  uint64_t unused[7];
};

#define RETURNED_THREADS 64
#define RETURNED_SIZE (RETURNED_THREADS * sizeof (struct returned))
