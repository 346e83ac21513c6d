/* tool.h - the tools come and go.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <omp-tools.h>
#include <stdbool.h>

#pragma GCC visibility push (hidden)

/* Returns whether there may be a tool; nothing of it has been called yet.  */
extern bool gasp_omp_tool_expected (void);
/* Starts the tools, if that has not been done.  */
extern void gasp_omp_find_tool (void);
extern void gasp_omp_finalize (void);
/* Called then, if not null: reports that all devices end.  */
extern void (*gasp_omp_devices_end) (void);

/* Set, before a tool is asked, if libgomp's requests to devices are seen.  */
extern bool gasp_omp_sees_devices;

/* __libc_start_main: calls main after all constructors.  */
typedef int gasp_omp_start_t (int (*) (int, char **, char **), int, char **,
			      void (*) (void), void (*) (void), void (*) (void),
			      void *);
/* Starts the program, with the tool started before MAIN.  */
extern int gasp_omp_start (gasp_omp_start_t *real,
			   int (*main_function) (int, char **, char **),
			   int argc, char **argv, void (*init) (void),
			   void (*fini) (void), void (*loader_fini) (void),
			   void *stack_end);

/* The name of the runtime, as tools get it.  */
#define GASP_OMP_RUNTIME "libgomp (GCC), with OMPT of GASP for GCC"

/* Returns OMPT's functions, for the consumer of this number (inquire.c).  */
extern ompt_function_lookup_t gasp_omp_lookup (unsigned int consumer);

/* Returns a number that it has not returned before; not 0.  */
extern uint64_t gasp_omp_unique_id (void);

/* Lets the program use libgomp by itself from now on, if no tool wants any
   more events and the calling thread is outside of regions.  Returns whether
   it does.  */
extern bool gasp_omp_rest (void);

/* Sets gasp_omp_mutexes_sampled and gasp_omp_mutexes_done if the tools want no
   events of mutexes any more.  */
extern void gasp_omp_rest_from_mutexes (void);

/* Ends the tool's events, as no record can be allocated.  The program
   continues.  */
extern void gasp_omp_out_of_memory (void);

#pragma GCC visibility pop
