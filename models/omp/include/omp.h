/* omp.h - the compiler's omp.h, and what it lacks for tools.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_OMP_H
#define GASP_OMP_H

#pragma GCC system_header
#include_next <omp.h>

/* No GCC has these (OpenMP 5.0 and later) so far.  */
typedef enum omp_control_tool_t {
  omp_control_tool_start = 1,
  omp_control_tool_pause = 2,
  omp_control_tool_flush = 3,
  omp_control_tool_end = 4
} omp_control_tool_t;

typedef enum omp_control_tool_result_t {
  omp_control_tool_notool = -2,
  omp_control_tool_nocallback = -1,
  omp_control_tool_success = 0,
  omp_control_tool_ignored = 1
} omp_control_tool_result_t;

#ifdef __cplusplus
extern "C"
#else
extern
#endif
int omp_control_tool (int command, int modifier, void *arg);

#endif /* GASP_OMP_H */
