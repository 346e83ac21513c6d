/* units.h - a unit's functions, as debug information has them.

   SPDX-License-Identifier: Apache-2.0

   code.c -> units.c  */

#pragma once

#include "base/object/code.h"
#include "base/object/dwarf.h"

struct unit;
struct units { struct unit **rows; size_t count, room; };

/* Returns the unit of DIE, which is added to UNITS if it is new.  */
extern struct unit *unit_of (struct units *units, Dwarf_Die *die);
/* Returns the innermost function of UNIT that ADDRESS is in, or null.  */
extern Dwarf_Die *function_in (struct unit *unit, uint64_t address);
/* Returns the function of UNIT that DIE is, or null if it has no name.  */
extern struct code_function *function_of_die (struct unit *unit,
					      Dwarf_Die *die);
/* Returns the file and line at which DIE, an inlined function of UNIT, is
   called.  */
extern struct code_frame call_of (const struct unit *unit, Dwarf_Die *die);

/* Returns NAME, the same for the same file: many addresses are in few.  */
extern const char *intern_file (const char *name);
/* Returns the function of this name, file and line.  */
extern struct code_function *intern_function (const char *name,
					      const char *file,
					      unsigned int line);
