/* tool.h - the tools come and go.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_OMP_TOOL_H
#define GASP_OMP_TOOL_H

#include <omp-tools.h>
#include <stdbool.h>

#pragma GCC visibility push (hidden)

/* Whether there may be a tool; nothing of it has been called yet.  */
extern bool gasp_omp_tool_expected (void);
/* Start the tools, if that has not been done.  */
extern void gasp_omp_find_tool (void);
extern void gasp_omp_finalize (void);
extern bool gasp_omp_has_tool (void);

/* OMPT's functions, for the consumer of this number (inquire.c).  */
extern ompt_function_lookup_t gasp_omp_lookup (unsigned int consumer);

/* No record can be had: the process cannot go on with the tool.  */
extern void gasp_omp_out_of_memory (void) __attribute__ ((noreturn));

#pragma GCC visibility pop

#endif /* GASP_OMP_TOOL_H */
