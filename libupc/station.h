/* station.h - what a thread tells the others in collective functions.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef STATION_H
#define STATION_H

#include <stdint.h>

/* As many operations that use slots may begin before the first one is over.  */
enum { UPC_SLOTS = 8, UPC_SLOT_SIZE = 1024 };

/* The words are numbers of collective calls; they never decrease.  */
struct upc_station
{
  uint32_t entered, ready, done;
  uint32_t sleepers;		/* who wait for them, asleep */
  /* What it has for the others to read.  */
  char slot[UPC_SLOTS][UPC_SLOT_SIZE] __attribute__ ((aligned (64)));
} __attribute__ ((aligned (64)));

#endif /* STATION_H */
