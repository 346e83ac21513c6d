/* process.c - what the record says of the process.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include "measure/clock.h"
#include "measure/counting.h"
#include "record/file.h"
#include "measure/memory.h"
#include "process/parts.h"
#include "record/place.h"
#include "record/process.h"
#include "measure/sample.h"
#include "ground/state.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Read a small file of /proc into TEXT.  */
static void
read_file (const char *name, char *text, size_t size)
{
  int fd = open (name, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? 0 : read (fd, text, size - 1);
  text[length < 0 ? 0 : length] = '\0';
  if (fd >= 0)
    close (fd);
}

/* When the process began, in the kernel's count: the 22nd field of its
   status, the second of which is a name in parentheses.  */
static uint64_t
process_start (void)
{
  char text[1024];
  read_file ("/proc/self/stat", text, sizeof text);
  const char *p = strrchr (text, ')');
  for (int field = 2; p && field < 22; field++)
    p = strchr (p + 1, ' ');
  return p ? strtoull (p, NULL, 10) : 0;
}

/* The program's arguments, joined.  */
static char command[8192];

void
gasp_tool_keep_arguments (int argc, char **argv)
{
  size_t n = 0;
  for (int i = 0; i < argc && argv[i] && n < sizeof command; i++)
    n += snprintf (command + n, sizeof command - n, "%s%s", i ? " " : "",
		   argv[i]);
}

/* The place of this process among those of its job, as launchers tell it.  */
static int
rank (void)
{
  static const char *const variables[] = {
    "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK",
    "SLURM_PROCID"
  };
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    {
      const char *value = getenv (variables[i]);
      char *end;
      errno = 0;
      long number = value && *value >= '0' && *value <= '9'
		    ? strtol (value, &end, 10) : -1;
      if (number >= 0 && number <= INT_MAX && !*end && !errno)
	return number;
    }
  return -1;
}

/* One thread does this.  A process that clone has made may have a stack of two
   pages.  */
void
gasp_tool_describe (void)
{
  static char text[4096];
  struct gasp_record_header *header = HEADER;
  struct utsname names;

  header->rank = rank ();
  header->process_start = process_start ();
  if (uname (&names) == 0)
    header->host = gasp_tool_string (names.nodename);
  header->program = gasp_tool_string (gasp_tool_executable (text, sizeof text)
				      ? text : program_invocation_name);
  if (getcwd (text, sizeof text))
    header->directory = gasp_tool_string (text);
  header->arguments = gasp_tool_string (command);
  snprintf (text, sizeof text, "gasp tool, %s", gasp_tool_papi_version ());
  header->tool = gasp_tool_string (text);
  header->sees_all = gasp_tool_sees_all;
  gasp_tool_parts_describe ();
}

void
gasp_tool_end (enum gasp_record_state state, int status)
{
  struct gasp_record_header *header = HEADER;
  if (!gasp_tool_base)
    return;
  if (!gasp_tool_without_clock)
    gasp_tool_clock_end ();
  header->status = status;
  header->sees_all = gasp_tool_sees_all;
  if (header->sample_event && !gasp_tool_sandboxed)
    gasp_tool_modules ();
  __atomic_store_n (&header->state, state, __ATOMIC_RELEASE);
}
