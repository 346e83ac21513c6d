/* clocks.h - between what puts times of several machines together and clocks.c.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_CLOCKS_H
#define REPORT_CLOCKS_H

#include <stddef.h>
#include <stdint.h>

/* A process of MACHINE came to the program's barrier NUMBER, and left, by that machine's
   clock: nanoseconds since any point in time that all have.  */
struct sighting {
  uint64_t number;
  uint32_t machine;
  double arrived, left;
};

/* What is to be added to a machine's time T so that it is machine 0's: OFFSET + DRIFT * T;
   and by how much that may be wrong, which is infinite if nothing is known.  */
struct clock_fit { double offset, drift, error; };

extern double fitted (const struct clock_fit *fit, double time);

/* Find those of the MACHINES; the COUNT SIGHTINGS are sorted.  */
extern void fit_clocks (struct clock_fit *fits, uint32_t machines,
			struct sighting *sightings, size_t count);

#endif /* REPORT_CLOCKS_H */
