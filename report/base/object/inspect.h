/* inspect.h - what kind of program a file is.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>

/* The program at PATH, examined before it is run with the tool preloaded.  */
struct inspection {
  bool is_elf;			/* else a script or something else */
  bool is_foreign;		/* for another processor */
  bool is_static;		/* has no dynamic linker */
  bool is_of_go;
  bool is_of_musl;		/* not for what needs glibc, as ours */
  bool is_instrumented;		/* it, or a library it is linked with */
  bool has_tool;		/* a GASP tool is linked in */
  bool is_sanitized;		/* by libasan, which wants to be loaded first */
  bool is_privileged;		/* the dynamic linker will not preload */
};

extern struct inspection inspect_program (const char *path);

struct elf;
/* Returns whether ELF itself is instrumented.  */
extern bool is_instrumented_elf (const struct elf *elf);

/* Returns a warning about the program PATH, without its name, if it was
   compiled with a filter that should include some functions or files and has
   included none; else null.  Allocated.  */
extern char *unmet_inclusions (const char *path);
