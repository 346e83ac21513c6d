/* start.c - the beginning of a UPC program: what is linked into each one.

   SPDX-License-Identifier: Apache-2.0

   The runtime starts before the program's constructors: called by libgasp, if
   something is instrumented, or else by the constructor here.  From then on
   there is one process for each UPC thread, and all of them go on.

     the kernel
       constructor, or libgasp
	 __upc_start        this process waits; the others return   (run.c)
       gasp_init of a tool, constructors
       main                 here
	 upc_main           the program's

   This file is linked statically even where the rest is in libupc.so: only here
   do the sections' ends mean the program's.  */

#include <stdlib.h>
#include "core/start.h"

#define SECTION(type, name)						\
  extern type __start_##name[] __attribute__ ((weak, visibility ("hidden"))); \
  extern type __stop_##name[] __attribute__ ((weak, visibility ("hidden")))

SECTION (char, upc_shared);
SECTION (upc_init_function, upc_init);
SECTION (struct upc_unit, upc_threads);
SECTION (struct upc_object, upc_objects);

/* UPC_FIRST_ADDRESS (pts.h); units count on it by __upc_local_own
   (include/gasp-upc-prelude.h).  */
__asm__ (".pushsection upc_shared, \"aw\", %nobits\n"
	 "	.balign 4096\n"
	 "	.popsection");

/* Units that define shared objects refer to it (plugin/upc/lower/storage.c):
   the name is what the linker says where they are linked to something else.  */
__attribute__ ((visibility ("hidden")))
const char shared_objects_of_UPC_cannot_be_in_a_shared_library = 0;

/* Returns the program's main.  */
extern int upc_main (int argc, char **argv, char **envp);

/* Sets the table of checks (checks.h).  By gaspupc -fupc-check the linker
   defines the one and brings the other along.  */
extern char __upc_checked[] __attribute__ ((weak));
extern void __upc_check_start (void) __attribute__ ((weak));

static struct upc_image image;

static void
start (int *argc, char ***argv)
{
  if (image.started)
    return;
  image = (struct upc_image) {
    true,
    __start_upc_shared, __stop_upc_shared,
    __start_upc_init, __stop_upc_init,
    __start_upc_threads, __stop_upc_threads,
    __start_upc_objects, __stop_upc_objects,
    0
  };
  if (__upc_checked)
    __upc_check_start ();
  __upc_start (argc, argv, &image);
  image.argc = *argc;
}

/* Starts the threads; called by libgasp.  */
static void
start_provider (struct gasp_gcc_provider *provider, int *argc, char ***argv)
{
  (void) provider;
  start (argc, argv);
}

/* Registers UPC with libgasp before the first constructor that is
   instrumented: one of a library, or, in C libraries that have no
   .preinit_array, of the program, where it is the array's element 00001.  */
static void
register_provider (void)
{
  static bool registered;
  if (!registered)
    __upc_register (start_provider);
  registered = true;
}
#define ELEMENT(array, name)						\
  __attribute__ ((section (array), used))				\
  static void (*const name) (void) = register_provider
ELEMENT (".preinit_array", before_constructors);
ELEMENT (".init_array.00000", first_constructor);

static void __attribute__ ((constructor (101)))
start_early (int argc, char **argv, char **envp)
{
  (void) envp;
  start (&argc, &argv);
}

int
main (int argc, char **argv, char **envp)
{
  (void) argc;
  __upc_main_begins (&image);
  __upc_main_returned (upc_main (image.argc, argv, envp));
}
