# Ten thousand short threads: their memory goes back.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int leaf (int n) { __asm__ volatile (""); return n + 1; }
static void *body (void *p) { free (malloc (leaf (10))); return p; }
static long
figure (const char *name)
{
  char line[200];
  long value = -1;
  FILE *status = fopen ("/proc/self/status", "r");
  while (status && fgets (line, sizeof line, status))
    if (!strncmp (line, name, strlen (name)))
      value = atol (line + strlen (name) + 1);
  fclose (status);
  return value;
}
static void
threads (int n)
{
  while (n--)
    {
      pthread_t t;
      if (pthread_create (&t, 0, body, 0))
	exit (2);
      pthread_join (t, 0);
    }
}
int main (void)
{
  long size, now;
  threads (1000);
  size = figure ("VmSize");
  threads (9000);
  now = figure ("VmSize");
  printf ("%ld KB more\n", now - size);
  return now - size > 8192 ? 3 : 0;
}
END
run 0 "$CC" -g -O1 --profile -pthread prog.c -o prog
run 0 ./prog
:
rm -rf profile
run 0 "$GASP" run -q -o profile ./prog
"$GASP" report --format=csv --view=flat profile > csv
calls 10000 'int leaf(int)'
