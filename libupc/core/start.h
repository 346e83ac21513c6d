/* start.h - between what is linked into each program and the rest of libupc.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "core/runtime.h"

typedef void (*upc_init_function) (void);

/* The sections of the executable.  */
struct upc_image
{
  bool started;
  const char *shared, *shared_end;
  const upc_init_function *init, *init_end;
  const struct upc_unit *units, *units_end;
  const struct upc_object *objects, *objects_end;
  int argc;			/* without the runtime's own options */
};

/* Registers this runtime, and what starts it, with libgasp, if that is
   there.  */
extern void __upc_register (void (*start) (struct gasp_gcc_provider *,
					   int *argc, char ***argv));
/* Becomes one process a UPC thread.  Takes options from *ARGV.  */
extern void __upc_start (int *argc, char ***argv,
			 const struct upc_image *image);
/* Prepares for main, which is about to be called.  */
extern void __upc_main_begins (const struct upc_image *image);
/* Ends the program, as main has returned STATUS.  */
extern void __upc_main_returned (int status) __attribute__ ((noreturn));
