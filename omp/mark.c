/* mark.c - constructs that compiled code tells of: see mark.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "mark.h"

extern void GOMP_barrier (void);

void
__gasp_omp_work_begin (int kind, unsigned long count)
{
  (void) kind;
  (void) count;
}

void
__gasp_omp_work_end (int kind, unsigned long count)
{
  (void) kind;
  (void) count;
}

void
__gasp_omp_masked_begin (void)
{
}

void
__gasp_omp_masked_end (void)
{
}

void
__gasp_omp_scope_begin (void)
{
}

void
__gasp_omp_single_end (void)
{
}

void
__gasp_omp_barrier (void)
{
  GOMP_barrier ();
}

void
__gasp_omp_flush (void)
{
}

void
__gasp_omp_reduction_begin (void)
{
}

void
__gasp_omp_reduction_end (void)
{
}
