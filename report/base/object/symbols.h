/* symbols.h - the functions of a file of code, by address.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/object/elf-file.h"
#include "base/object/go-table.h"

struct symbol {
  uint64_t start, end;
  const char *name;		/* as the linker has it; "" where files jump to
				   others' functions */
  const char *signature;	/* and LINE: as the compiler recorded them; */
  unsigned int line;		/* null: it did not */
};

struct symbols {
  const char *path, *build_id;	/* which may be null */
  struct symbol *list;		/* in order */
  size_t count, room;
  struct go_table go;
  bool has_haskell;		/* some of it is what GHC compiled */
  struct symbols *next;
};

/* Returns the symbols of the file PATH, which is read once; none if it cannot
   be read.  If its build-id is not BUILD_ID, in hexadecimal digits, there are
   none, and a message says so; null: any will do.  */
extern const struct symbols *symbols_of (const char *path,
					 const char *build_id);
/* Returns the one with the code at ADDRESS, or null.  */
extern const struct symbol *symbol_at (const struct symbols *symbols,
				       uint64_t address);

/* Notes in SYMBOLS, which are in order, what the compiler recorded of them in
   ELF, which stays mapped.  */
extern void find_functions (struct symbols *symbols, const struct elf *elf);

/* Writes unnamed namespaces in NAME as the compiler does: "{anonymous}".  */
extern void mark_unnamed (char *name);

/* Returns the name of the function that the SYMBOL is, or is a part or a clone
   of: without what the compiler has added, and in C++ as a user writes it;
   allocated.  */
extern char *function_of_symbol (const char *symbol);
