# The observer within a program has files of its own: it takes none of the program's
# descriptors, be it for a moment, and keeps none of its files open.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END2'
#include <dirent.h>
#include <stdlib.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

__attribute__ ((noipa)) static int leaf (int i) { return i + 1; }

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

/* How many entries the directory has; but for the first thread's.  */
static int
entries (const char *path, int are_threads)
{
  DIR *directory = opendir (path);
  struct dirent *entry;
  int count = 0;
  char files[300];
  while (directory && (entry = readdir (directory)))
    if (entry->d_name[0] != '.' && !are_threads)
      count++;
    else if (entry->d_name[0] != '.' && atoi (entry->d_name) != getpid ())
      {
	snprintf (files, sizeof files, "%s/%s/fd", path, entry->d_name);
	printf ("an observer with %d files\n", entries (files, 0));
      }
  closedir (directory);
  return count;
}

int
main (void)
{
  int others = 0, ends[2], first;
  for (int i = 0; i < 10; i++)
    first = dup (0);
  double start = seconds ();
  char byte;
  close (first);
  while (seconds () - start < 1.5)
    {
      for (int i = 0; i < 100; i++)
	leaf (i);
      int file = dup (0);
      others += file != first;
      close (file);
    }
  entries ("/proc/self/task", 1);
  /* Nobody else has the end that is written to.  */
  if (pipe (ends))
    return 1;
  close (ends[1]);
  printf ("%d other descriptors, %d read\n", others, (int) read (ends[0], &byte, 1));
  return 0;
}
END2
run 0 "$CC" -O2 --profile prog.c -o prog
run 0 env GASP_OUTPUT=profile LD_PRELOAD="$BUILD/lib/libgasptool.so" ./prog
has out '^an observer with [0-4] files'
has out '^0 other descriptors, 0 read$'
run 0 "$GASP" report --format=json profile
has out '"function": "int leaf\(int\)"'
