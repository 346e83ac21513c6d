/* pcontrol.c - MPI_Pcontrol switches the measurement of the thread off and on.

   SPDX-License-Identifier: Apache-2.0

   MPI defines the levels 0 and 1; others, and further arguments, are for the
   tool that they were meant for.  */

#include "wrap.h"
#include <mpi.h>
#include <string.h>

extern int pupc_control (int on) __attribute__ ((weak));

static int (*real) (int, ...);
static void (*real_fortran) (const MPI_Fint *), (*real_f08) (const MPI_Fint *);

static void
obey (int level)
{
  if (pupc_control && (level == 0 || level == 1))
    pupc_control (level);
}

/* Arguments on the stack: more than any tool is known to have.  */
#define ON_STACK 64

static int
wrap (int level, ...)
{
  void *arguments = __builtin_apply_args ();
  obey (level);
  __builtin_return (__builtin_apply ((void (*) (void)) real, arguments,
				     ON_STACK));
}

static void
wrap_fortran (const MPI_Fint *level)
{
  obey ((int) *level);
  real_fortran (level);
}

static void
wrap_f08 (const MPI_Fint *level)
{
  obey ((int) *level);
  real_f08 (level);
}

const struct slots_entry *
gasp_mpi_pcontrol_entry (const char *name)
{
  static const struct slots_entry entries[] = {
    { "MPI_Pcontrol", (void **) &real, (void *) wrap, NULL },
    { "mpi_pcontrol_", (void **) &real_fortran, (void *) wrap_fortran, NULL },
    { "mpi_pcontrol_f08_", (void **) &real_f08, (void *) wrap_f08, NULL }
  };
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (!strcmp (entries[i].name, name))
      return &entries[i];
  return NULL;
}
