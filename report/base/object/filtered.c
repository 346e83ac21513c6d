/* filtered.c - names of functions that c++filt knows.  See filtered.h.

   SPDX-License-Identifier: Apache-2.0

   binutils' c++filt is started once for a language, and asked for one name at a
   time: a line each.  */

#include "base/object/filtered.h"
#include "base/util.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct filter {
  const char *option;		/* of c++filt: the language */
  bool is_tried;
  FILE *connection;		/* null: it is not installed */
};

static void
start (struct filter *filter)
{
  int ends[2];
  pid_t pid;
  if (filter->is_tried
      || socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return;
  filter->is_tried = true;
  if (start_command ((char *[]) { "c++filt", (char *) filter->option, NULL },
		     ends[1], ends[1], &pid))
    filter->connection = fdopen (ends[0], "r");
  else
    close (ends[0]);
  close (ends[1]);
}

/* Returns what FILTER makes of SYMBOL, allocated, or null.  */
static char *
filtered (struct filter *filter, const char *symbol)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";
  /* c++filt would split a symbol that has other characters.  */
  if (symbol[strspn (symbol, letters)])
    return NULL;
  start (filter);
  OWNED char *line = print_string ("%s\n", symbol);
  char *name = NULL;
  size_t room = 0;
  ssize_t length = (ssize_t) strlen (line);
  if (filter->connection
      && send (fileno (filter->connection), line, (size_t) length, MSG_NOSIGNAL)
	   == length
      && getline (&name, &room, filter->connection) > 0 && strcmp (name, line))
    {
      name[strcspn (name, "\n")] = '\0';
      return name;
    }
  free (name);
  return NULL;
}

/* Removes from NAME the hashes of crates, "std[e28293b1aa0f68bd]::rt", and that
   of the older form, "std::rt::h0123456789abcdef".  */
static void
drop_hashes (char *name)
{
  char *to = name, *last = strrchr (name, ':');
  if (last && last > name && last[1] == 'h' && strlen (last) == 18)
    last[-1] = '\0';
  for (const char *from = name; *from; from++)
    if (*from == '[' && from > name && isalnum ((unsigned char) from[-1])
	&& strchr (from, ']'))
      from = strchr (from, ']');
    else
      *to++ = *from;
  *to = '\0';
}

size_t
rust_length (const char *symbol)
{
  if (!strncmp (symbol, "_R", 2))
    return strcspn (symbol, ".@");
  const char *hash = strncmp (symbol, "_ZN", 3) ? NULL : strstr (symbol, "17h");
  while (hash && (strspn (hash + 3, "0123456789abcdef") < 16
		  || hash[19] != 'E'))
    hash = strstr (hash + 1, "17h");
  return hash ? (size_t) (hash + 20 - symbol) : 0;
}

char *
rust_name (const char *symbol)
{
  static struct filter rust = { .option = "--format=auto" };
  char *name = filtered (&rust, symbol);
  if (name)
    drop_hashes (name);
  return name;
}

char *
d_name (const char *symbol)
{
  static struct filter d = { .option = "--format=dlang" };
  return !strncmp (symbol, "_D", 2)
	 && (isdigit ((unsigned char) symbol[2]) || !strcmp (symbol, "_Dmain"))
	 ? filtered (&d, symbol) : NULL;
}
