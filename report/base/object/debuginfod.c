/* debuginfod.c - ask servers for debugging information.  See debuginfod.h.

   SPDX-License-Identifier: Apache-2.0

   A report is to be the same each time, and soon there: it downloads only on
   request; but it reads whatever was downloaded before.  */

#include "base/object/debuginfod.h"
#include "base/util.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define URLS "DEBUGINFOD_URLS"
/* The server of the elfutils project, which asks those of distributions.  */
#define USUAL_URLS "https://debuginfod.elfutils.org/"

bool downloads_debuginfo;
static char *servers;

void
keep_servers (void)
{
  const char *urls = getenv (URLS);
  if (!servers)
    servers = copy_string (urls && *urls ? urls : USUAL_URLS);
  unsetenv (URLS);
}

/* Returns the path of what is kept of the build ID, in hexadecimal digits.  */
static char *
path_of (const char *id)
{
  const char *own = getenv ("DEBUGINFOD_CACHE_PATH");
  const char *cache = getenv ("XDG_CACHE_HOME"), *home = getenv ("HOME");
  if (own && *own)
    return print_string ("%s/%s/debuginfo", own, id);
  if (cache && *cache)
    return print_string ("%s/debuginfod_client/%s/debuginfo", cache, id);
  return print_string ("%s/.cache/debuginfod_client/%s/debuginfo",
		       home ? home : "", id);
}

/* The library's functions, and a client of it.  */
static struct {
  void *(*begin) (void);
  int (*find_debuginfo) (void *client, const unsigned char *id, int size,
			 char **path);
  void *client;
} debuginfod;

static bool
load_debuginfod (void)
{
  void *library = dlopen ("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library)
    {
      *(void **) &debuginfod.begin = dlsym (library, "debuginfod_begin");
      *(void **) &debuginfod.find_debuginfo
	= dlsym (library, "debuginfod_find_debuginfo");
    }
  if (debuginfod.begin && debuginfod.find_debuginfo)
    debuginfod.client = debuginfod.begin ();
  if (!debuginfod.client)
    complain ("nothing is downloaded: libdebuginfod.so.1 is not installed");
  return debuginfod.client;
}

/* Downloads the debugging information of FILE, with the build ID; after an
   error, nothing more.  */
static void
download (const char *file, const char *id)
{
  OWNED char *path = NULL;
  const char *slash = strrchr (file, '/'), *name = slash ? slash + 1 : file;
  keep_servers ();
  complain ("downloading debugging information of %s from %s", name, servers);
  setenv (URLS, servers, true);
  int got = debuginfod.find_debuginfo (debuginfod.client,
				       (const unsigned char *) id, 0, &path);
  unsetenv (URLS);
  if (got >= 0)
    close (got);
  else if (got == -ENOENT)
    complain ("the servers have none of %s, build %s", name, id);
  else
    {
      complain ("nothing is downloaded: %s", strerror (-got));
      downloads_debuginfo = false;
    }
}

char *
downloaded_debuginfo (const char *file, const unsigned char *bytes, size_t size)
{
  char *id = hexadecimal (bytes, size), *path = path_of (id);
  bool is_there = !access (path, R_OK);
  if (!is_there && downloads_debuginfo
      && (downloads_debuginfo = debuginfod.client || load_debuginfod ()))
    {
      download (file, id);
      is_there = !access (path, R_OK);
    }
  free (id);
  if (is_there)
    return path;
  free (path);
  return NULL;
}
