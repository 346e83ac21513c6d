/* mark.h - reports by compiled code of OpenMP constructs that GCC expands in
   line.

   SPDX-License-Identifier: Apache-2.0

   The plugin's pass puts these calls into the program; the references are weak,
   so that programs without libgasp-omp.so work.  Each of these functions takes
   no lock, keeps errno, and does nothing where there is no tool.  Callbacks
   get the return address as codeptr_ra.

   KIND is one of ompt_work_t, COUNT the number of iterations or sections, and 0
   where that is not known.  CHUNK is that of the schedule, 0 if it has none,
   and -1 if it is not known.  */

#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push (default)

/* True if there may be a tool: compiled code tests it first.  Each unit has a
   weak one, too; they are one in the program.  */
extern unsigned char __gasp_omp_active;

/* Begins a worksharing region.  The next barrier of the same task, the next
   such region, or the end of the task, ends it.  */
extern void __gasp_omp_work_begin (int kind, unsigned long count, long chunk);
/* Ends a worksharing region, where nothing else does: nowait, distribute,
   scope.  */
extern void __gasp_omp_work_end (int kind);

/* Marks the place of the construct that the next call of libgomp's begins: GCC
   gives no place to the calls that begin single, sections, and loops.  */
extern void __gasp_omp_here (void);

extern void __gasp_omp_masked_begin (void);
extern void __gasp_omp_masked_end (void);

/* Ends a single without copyprivate, on the thread that executes it.  */
extern void __gasp_omp_single_end (void);

/* Marks the next call of GOMP_barrier or GOMP_barrier_cancel as a barrier
   construct of the program.  */
extern void __gasp_omp_barrier (void);

/* Raises a flush, after the construct.  */
extern void __gasp_omp_flush (void);

/* Notes that the next construct for a device maps BYTES at ADDRESS as NAME, a
   constant.  */
extern void __gasp_omp_map (const void *address, unsigned long bytes,
			    const char *name);

/* Begins and ends the combining of a reduction.  */
extern void __gasp_omp_reduction_begin (void);
extern void __gasp_omp_reduction_end (void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
