/* station.h - what a thread tells the others in collective functions.

   SPDX-License-Identifier: Apache-2.0

   What a thread has for the others to read is in slots: those of one line of
   the cache, which brings what there is and the word that says so in one
   transfer between processors, and larger ones.  Both are used in turns, so
   that as many operations may begin before the first one is over.  */

#ifndef STATION_H
#define STATION_H

#include <stdint.h>

/* A slot, where what it has begins, and how much that may be.  */
struct upc_slot
{
  uint32_t ready;		/* the call that it has been filled for */
  char data[] __attribute__ ((aligned (8)));
};
enum {
  UPC_SMALL_SLOTS = 64, UPC_SMALL_SLOT = 64,
  UPC_LARGE_SLOTS = 8, UPC_LARGE_SLOT = 4096 + 64,
  UPC_SLOT_ROOM = UPC_LARGE_SLOT - 64
};

/* The words are numbers of collective calls; they never decrease.  */
struct upc_station
{
  uint32_t entered, done;
  uint32_t sleepers;		/* who wait for these and for slots, asleep */
  char small[UPC_SMALL_SLOTS][UPC_SMALL_SLOT] __attribute__ ((aligned (64)));
  char large[UPC_LARGE_SLOTS][UPC_LARGE_SLOT] __attribute__ ((aligned (64)));
} __attribute__ ((aligned (64)));

#endif /* STATION_H */
