/* host.c - record a program that has no instrumentation: libgasp-host.so.

   SPDX-License-Identifier: Apache-2.0

   gasp run preloads this library, with libgasp, and names the program that it
   is for, as others may be started on the way.  There, it opens the session, as
   an instrumented object with no functions would.  So the tool can take samples
   of each thread, and libraries that raise events are found; instrumented
   libraries that the program loads later join the session.

   Threads are met as pthread_create and thrd_create make them.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>
#define GASP_PROVIDES
#include "gasp_provider.h"
#include "file-names.h"
#include "launchers.h"
#include "site.h"

#define EXPORTED __attribute__ ((visibility ("default")))

static struct gasp_object object = {
  .format = GASP_SITE_FORMAT, .size = sizeof object
};
static bool has_begun;

/* ---- Threads begin.  */

/* The beginning of a thread: its FUNCTION, of POSIX's kind or of C's.  */
struct beginning {
  void *(*function) (void *);
  thrd_start_t function_of_c;
  void *argument;
};

/* Frees DATA, as the thread begins that it is of, and returns what was in
   it.  */
static struct beginning
take_beginning (void *data)
{
  struct beginning beginning = *(struct beginning *) data;
  free (data);
  return beginning;
}

static void *
begin_thread (void *data)
{
  struct beginning b = take_beginning (data);
  gasp_gcc_thread_begins ((unsigned long) __builtin_dwarf_cfa (),
			  (const void *) b.function);
  return b.function (b.argument);
}

static int
begin_thread_of_c (void *data)
{
  struct beginning b = take_beginning (data);
  gasp_gcc_thread_begins ((unsigned long) __builtin_dwarf_cfa (),
			  (const void *) b.function_of_c);
  return b.function_of_c (b.argument);
}

/* Returns BEGINNING, allocated; or null, also if nothing is recorded.  */
static struct beginning *
keep_beginning (struct beginning beginning)
{
  struct beginning *kept = has_begun ? malloc (sizeof *kept) : NULL;
  if (kept)
    *kept = beginning;
  return kept;
}

/* Returns the C library's function NAME, which *KNOWN is for.  */
static void *
real_function (const char *name, void **known)
{
  void *found = __atomic_load_n (known, __ATOMIC_RELAXED);
  if (!found)
    {
      found = dlsym (RTLD_NEXT, name);
      __atomic_store_n (known, found, __ATOMIC_RELAXED);
    }
  return found;
}

extern __typeof__ (pthread_create) gasp_host_create;
extern __typeof__ (thrd_create) gasp_host_create_of_c;

/* Stand in front of the C library's pthread_create and thrd_create, under whose
   names the linker calls them (mk/build.mk).  */

EXPORTED int
gasp_host_create (pthread_t *thread, const pthread_attr_t *attributes,
		  void *(*function) (void *), void *argument)
{
  static void *known;
  __typeof__ (pthread_create) *create
    = real_function ("pthread_create", &known);
  if (!create)
    return EAGAIN;
  struct beginning *kept
    = keep_beginning ((struct beginning) { function, NULL, argument });
  if (!kept)
    return create (thread, attributes, function, argument);
  int error = create (thread, attributes, begin_thread, kept);
  if (error)
    free (kept);
  return error;
}

EXPORTED int
gasp_host_create_of_c (thrd_t *thread, thrd_start_t function, void *argument)
{
  static void *known;
  __typeof__ (thrd_create) *create = real_function ("thrd_create", &known);
  if (!create)
    return thrd_error;
  struct beginning *kept
    = keep_beginning ((struct beginning) { NULL, function, argument });
  if (!kept)
    return create (thread, function, argument);
  int result = create (thread, begin_thread_of_c, kept);
  if (result != thrd_success)
    free (kept);
  return result;
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

/* Returns whether gasp run has started this process itself.  */
static bool
is_of_run (void)
{
  const char *run = getenv ("GASP_RUN");
  return run && strtoull (run, NULL, 16)
		== launcher_process_number ((int) getppid ());
}

/* Returns whether this process runs PROGRAM: that file, or what it has become,
   or any; but for one with instrumentation, and for those that are there to
   start others.  */
static bool
is_program (const char *program)
{
  char own[4096];
  bool instrumented = false;
  ssize_t length = readlink ("/proc/self/exe", own, sizeof own - 1);
  if (length <= 0)
    return false;
  own[length] = '\0';
  bool becomes = *program == BECOMES_PROGRAM;
  if (!strcmp (own, program + becomes))
    return !becomes;
  if (strcmp (program, ANY_PROGRAM) && !is_of_run ())
    return false;
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
