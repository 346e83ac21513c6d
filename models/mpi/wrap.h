/* wrap.h - the functions of MPI and what stands in their place: see wrap.c.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "slots.h"
#include "words.h"

#pragma GCC visibility push (hidden)

/* Returns the entry of the function NAME, of C's or Fortran's; or null.  */
/* Returns the function or variable NAME, also where MPI is loaded for a part of
   the program only; null if there is none.  */
extern void *gasp_mpi_symbol (const char *name);
extern const struct slots_entry *gasp_mpi_entry (const char *name);
extern const struct slots_entry *gasp_mpi_fortran_entry (const char *name);
/* Returns the entry of MPI_Pcontrol, if NAME is it.  */
extern const struct slots_entry *gasp_mpi_pcontrol_entry (const char *name);
/* Returns the entry of a function of C's that starts processes, if NAME is
   one; and whether it is one, of either.  */
extern const struct slots_entry *gasp_mpi_spawn_entry (const char *name);
extern bool gasp_mpi_is_spawn (const char *name);

#pragma GCC visibility pop

/* Parameters and arguments of a function of N arguments from Fortran.  */
#define FORTRAN_PARAMS_0 PARAMS_4
#define FORTRAN_PARAMS_1 PARAMS_5
#define FORTRAN_PARAMS_2 PARAMS_6
#define FORTRAN_PARAMS_3 PARAMS_7
#define FORTRAN_PARAMS_4 PARAMS_8
#define FORTRAN_PARAMS_5 PARAMS_9
#define FORTRAN_PARAMS_6 PARAMS_10
#define FORTRAN_PARAMS_7 PARAMS_11
#define FORTRAN_PARAMS_8 PARAMS_12
#define FORTRAN_PARAMS_9 PARAMS_13
#define FORTRAN_PARAMS_10 PARAMS_14
#define FORTRAN_PARAMS_11 PARAMS_15
#define FORTRAN_PARAMS_12 PARAMS_16
#define FORTRAN_PARAMS_13 PARAMS_17
#define FORTRAN_ARGS_0 ARGS_4
#define FORTRAN_ARGS_1 ARGS_5
#define FORTRAN_ARGS_2 ARGS_6
#define FORTRAN_ARGS_3 ARGS_7
#define FORTRAN_ARGS_4 ARGS_8
#define FORTRAN_ARGS_5 ARGS_9
#define FORTRAN_ARGS_6 ARGS_10
#define FORTRAN_ARGS_7 ARGS_11
#define FORTRAN_ARGS_8 ARGS_12
#define FORTRAN_ARGS_9 ARGS_13
#define FORTRAN_ARGS_10 ARGS_14
#define FORTRAN_ARGS_11 ARGS_15
#define FORTRAN_ARGS_12 ARGS_16
#define FORTRAN_ARGS_13 ARGS_17
/* Where the error goes.  */
#define ERROR_0 a1
#define ERROR_1 a2
#define ERROR_2 a3
#define ERROR_3 a4
#define ERROR_4 a5
#define ERROR_5 a6
#define ERROR_6 a7
#define ERROR_7 a8
#define ERROR_8 a9
#define ERROR_9 a10
#define ERROR_10 a11
#define ERROR_11 a12
#define ERROR_12 a13
#define ERROR_13 a14
