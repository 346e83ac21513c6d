/* wrap.h - the functions of MPI and what stands in their place: see wrap.c.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_MPI_WRAP_H
#define GASP_MPI_WRAP_H

#include "slots.h"

#pragma GCC visibility push (hidden)

/* In the order of their names.  */
extern const struct slots_entry gasp_mpi_entries[];
extern const unsigned int gasp_mpi_entry_count;

#pragma GCC visibility pop

#endif /* GASP_MPI_WRAP_H */
