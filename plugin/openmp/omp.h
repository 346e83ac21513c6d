/* omp.h - calls that report OpenMP's constructs to libgasp-omp.so.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#pragma once

/* Returns whether OpenMP's constructs in FN are reported (omp.c).  */
extern bool gasp_omp_is_told (tree fn);
/* Returns a call of the function NAME (models/omp/mark.h) without
   arguments.  */
extern tree gasp_omp_call (const char *name);
/* Returns a call of __gasp_omp_map.  */
extern tree gasp_omp_call_map (tree address, tree size, tree name);
/* Returns CALL, at LOC, if there is a tool: a block of its own, so that its
   temporaries go with it when the code around it is outlined.  */
extern gimple *gasp_omp_if_active (tree call, location_t loc);
/* Walks over the statements of FUN and calls SEE for each, with INFO.  */
extern void gasp_omp_walk (function *fun, walk_stmt_fn see, void *info);

/* Puts calls in front of the target construct at GSI that report the names of
   what its clauses map (omp-maps.c).  */
extern void gasp_omp_name_maps (gimple_stmt_iterator *gsi);

/* Notes a reduction among the CLAUSES of STMT, a region, before GCC lowers it
   (omp-reductions.c).  */
extern void gasp_omp_note_reduction (gimple *stmt, tree clauses);
