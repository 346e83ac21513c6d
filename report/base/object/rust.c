/* rust.c - names of Rust's functions.  See rust.h.

   SPDX-License-Identifier: Apache-2.0

   binutils' c++filt knows both forms.  It is started once, and asked for one
   name at a time: a line each.  */

#include "base/object/rust.h"
#include "base/util.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Returns the connection to c++filt, or null if that is not installed.  */
static FILE *
filter (void)
{
  static FILE *connection;
  static bool is_tried;
  int ends[2];
  pid_t pid;
  if (is_tried || socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return connection;
  is_tried = true;
  if (start_command ((char *[]) { "c++filt", NULL }, ends[1], ends[1], &pid))
    connection = fdopen (ends[0], "r");
  else
    close (ends[0]);
  close (ends[1]);
  return connection;
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
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";
  FILE *connection = filter ();
  char *line = print_string ("%s\n", symbol), *name = NULL;
  size_t room = 0;
  ssize_t length = (ssize_t) strlen (line);
  /* c++filt would split a symbol that has other characters.  */
  if (connection && !symbol[strspn (symbol, letters)]
      && send (fileno (connection), line, (size_t) length, MSG_NOSIGNAL)
	   == length
      && getline (&name, &room, connection) > 0 && strcmp (name, line))
    {
      name[strcspn (name, "\n")] = '\0';
      drop_hashes (name);
    }
  else
    {
      free (name);
      name = NULL;
    }
  free (line);
  return name;
}
