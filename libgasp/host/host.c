/* host.c - record a program that has no instrumentation: libgasp-host.so.

   SPDX-License-Identifier: Apache-2.0

   gasp run preloads this library, with libgasp, and names the program that it
   is for, as others may be started on the way.  There, it opens the session, as
   an instrumented object with no functions would.  So the tool can take samples
   of each thread, and libraries that raise events are found; instrumented
   libraries that the program loads later join the session.

   Threads are met as pthread_create makes them.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define GASP_PROVIDES
#include "gasp_provider.h"
#include "file-names.h"
#include "site.h"

#define EXPORTED __attribute__ ((visibility ("default")))

static struct gasp_object object = {
  .format = GASP_SITE_FORMAT, .size = sizeof object
};
static bool has_begun;

/* ---- Threads begin.  */

typedef __typeof__ (pthread_create) create_function;
typedef void *thread_function (void *);

struct beginning {
  thread_function *function;
  void *argument;
};

static void *
begin_thread (void *data)
{
  struct beginning beginning = *(struct beginning *) data;
  free (data);
  gasp_gcc_thread_begins ((unsigned long) __builtin_dwarf_cfa (),
			  (const void *) beginning.function);
  return beginning.function (beginning.argument);
}

static create_function *
real_create (void)
{
  static create_function *real;
  create_function *found = __atomic_load_n (&real, __ATOMIC_RELAXED);
  if (!found)
    {
      found = (create_function *) dlsym (RTLD_NEXT, "pthread_create");
      __atomic_store_n (&real, found, __ATOMIC_RELAXED);
    }
  return found;
}

extern create_function gasp_host_create;

/* Stands in front of the C library's pthread_create, under whose name the
   linker calls it (mk/build.mk).  */
EXPORTED int
gasp_host_create (pthread_t *thread, const pthread_attr_t *attributes,
		thread_function *function, void *argument)
{
  create_function *create = real_create ();
  struct beginning *beginning = has_begun ? malloc (sizeof *beginning) : NULL;
  if (!create)
    return EAGAIN;
  if (!beginning)
    return create (thread, attributes, function, argument);
  *beginning = (struct beginning) { function, argument };
  int error = create (thread, attributes, begin_thread, beginning);
  if (error)
    free (beginning);
  return error;
}

/* ---- The process begins and ends.  */

/* Returns whether an object has instrumented code: the first, the program.  */
static int
is_instrumented (struct dl_phdr_info *info, size_t size, void *result)
{
  const ElfW (Dyn) *dynamic = NULL, *d;
  uintptr_t strings = 0;
  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      dynamic = (void *) (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  for (d = dynamic; d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_STRTAB)
      strings = d->d_un.d_ptr;
  /* The C library has added the base to it, on most processors.  */
  strings += strings < info->dlpi_addr ? info->dlpi_addr : 0;
  for (d = dynamic; strings && d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_NEEDED
	&& !strncmp ((char *) strings + d->d_un.d_val, "libgasp.so", 10))
      *(bool *) result = true;
  return 1;
}

/* Returns whether this process runs PROGRAM: that file, or any that has no
   instrumentation and is not there to start others.  */
static bool
is_program (const char *program)
{
  char own[4096];
  bool instrumented = false;
  ssize_t length = readlink ("/proc/self/exe", own, sizeof own - 1);
  if (length <= 0)
    return false;
  own[length] = '\0';
  if (strcmp (program, ANY_PROGRAM))
    return !strcmp (own, program);
  dl_iterate_phdr (is_instrumented, &instrumented);
  return !instrumented && !is_starter (own);
}

static __attribute__ ((constructor)) void
begin (int argc, char **argv, char **environment)
{
  const char *program = getenv ("GASP_HOST");
  if (!program || !is_program (program))
    return;
  has_begun = true;
  if (!getenv ("GASP_BUDGET"))
    setenv ("GASP_SAMPLE", "time", 0);
  __gasp_object_open (argc, argv, environment, &object);
}

static __attribute__ ((destructor)) void
end (void)
{
  if (has_begun)
    __gasp_object_end (&object);
}
