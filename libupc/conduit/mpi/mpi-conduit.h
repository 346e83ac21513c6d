/* mpi-conduit.h - between mpi.c and who chooses a conduit.

   SPDX-License-Identifier: Apache-2.0

   Only programs that are linked for the conduit have it: the rest refers to it
   weakly.  */

#pragma once

#include "conduit/conduit.h"

extern const struct upc_conduit upc_mpi_conduit __attribute__ ((weak));
/* Returns whether MPI has started this process.  If Slurm has, several times,
   that is said.  */
extern bool upc_mpi_launched (void) __attribute__ ((weak));
