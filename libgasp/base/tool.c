/* tool.c - which tool there is.

   SPDX-License-Identifier: Apache-2.0

   A tool's functions win over libgasp's (defaults.c), which are weak, when the
   program is linked, or when it is loaded because the tool comes first.  There
   are orders in which libgasp's win although there is a tool: libgasp.a is
   linked into the program and the tool is preloaded, or libgasp.so stands
   before the tool on the command line.  So if libgasp's have won, look whether
   there are others after them.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include "base/message.h"
#include "base/state.h"
#include "base/tool.h"

/* Not there in static programs.  */
extern __typeof__ (dlsym) dlsym __attribute__ ((weak));

struct gasp_tool gasp_tool = {
  gasp_default_init, gasp_default_notify, gasp_default_notify_va,
  gasp_default_control, gasp_default_create_event
};

static const struct function
{
  const char *name;
  void *winner, *own;
  size_t offset;		/* in struct gasp_tool */
} functions[] = {
#define ROW(function, own, member) \
  { #function, (void *) function, (void *) own, \
    offsetof (struct gasp_tool, member) }
  ROW (gasp_event_notify, gasp_default_notify, notify),
  ROW (gasp_event_notifyVA, gasp_default_notify_va, notify_va),
  ROW (gasp_init, gasp_default_init, init),
  ROW (gasp_control, gasp_default_control, control),
  ROW (gasp_create_event, gasp_default_create_event, create_event),
};
#define COUNT (sizeof functions / sizeof *functions)

/* Where to look first: what dlopen has returned, or null.  */
static void *loaded;

/* Returns the tool's definition of F, or null.  */
static void *
definition (const struct function *f)
{
  if (loaded)
    return dlsym (loaded, f->name);
  if (f->winner != f->own)
    return f->winner;
  void *next = dlsym ? dlsym (RTLD_NEXT, f->name) : NULL;
  return next != f->own ? next : NULL;
}

bool
gasp_tool_find (void)
{
  void *notify = definition (&functions[0]);
  if (!notify)
    {
      if (gasp_verbose)
	gasp_gcc_message ("no tool found: instrumentation stays dormant");
      return false;
    }
  for (const struct function *f = functions; f < functions + COUNT; f++)
    {
      void *found = f == functions ? notify : definition (f);
      if (found)
	*(void **) ((char *) &gasp_tool + f->offset) = found;
      else
	gasp_gcc_message ("the tool in %s does not define %s",
			  gasp_file_of (notify), f->name);
    }
  if (gasp_verbose)
    gasp_gcc_message ("tool found in %s", gasp_file_of (notify));
  return true;
}

bool
gasp_tool_take (void *handle)
{
  loaded = handle;
  if (gasp_tool_find ())
    return true;
  gasp_gcc_message ("the library that was loaded is no tool: it does not "
		    "define gasp_event_notify");
  loaded = NULL;
  return false;
}
