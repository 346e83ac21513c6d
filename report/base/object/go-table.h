/* go-table.h - the functions and lines that a program of Go keeps for its own
   messages, also where it was stripped.

   SPDX-License-Identifier: Apache-2.0

   The table is called pclntab.  Go's runtime (debug/gosym, runtime/symtab.go)
   is all the documentation there is; that of Go 1.18 and later is read.  */

#pragma once

#include "base/object/elf-file.h"

struct go_table {
  const unsigned char *data;	/* null: there is none that can be read */
  size_t size;
  bool is_go;			/* it is a program of Go, of any version */
  uint64_t function_count, text;
  uint64_t names, units, files, values, functions; /* where these begin */
  unsigned int quantum;		/* of an instruction, in bytes */
  bool has_first_lines;
};

struct go_function {
  uint64_t start, end;
  const char *name;
  unsigned int line;		/* where it is declared; 0: not known */
};

/* Returns the table in ELF, which stays mapped.  */
extern struct go_table find_go_table (const struct elf *elf);
/* Returns function number NUMBER of TABLE; without a name if the table is
   broken there.  */
extern struct go_function go_function_at (const struct go_table *table,
					  uint64_t number);
/* Returns the source file with the code at ADDRESS, as linked, and sets *LINE
   to its line; null: that is not known.  Where something is inlined, it is the
   line of that.  */
extern const char *go_line_at (const struct go_table *table, uint64_t address,
			       unsigned int *line);
