# A daemon: two forks and a session of its own.  Its record is there, too.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int leaf (int n) { __asm__ volatile (""); return n + 1; }
static void serve (void)
{
  int i, n = 0;
  for (i = 0; i < 100; i++)
    n = leaf (n);
  rename ("going", "gone");
}
int main (int argc, char **argv)
{
  fclose (fopen ("going", "w"));
  leaf (0);
  if (!strcmp (argv[1], "daemon"))
    daemon (1, 0);
  else
    {
      if (fork ())
	return 0;
      setsid ();
      if (fork ())
	_exit (0);
      umask (077);
      for (int i = 0; i < 100; i++)
	close (i);
    }
  serve ();
  return 0;
}
END
run 0 "$CC" -g -O1 --profile prog.c -o prog
for how in daemon twice; do
  rm -rf profile gone
  run 0 "$GASP" run -q -o profile ./prog $how
  wait_until test -e gone
  i=0
  # The file is renamed before the end.
  while [ $i -lt 100 ]; do
    "$GASP" report --format=csv --view=flat profile > csv
    [ "$(figure calls 'int leaf(int)')" != 101 ] || break
    sleep 0.1
    i=$((i + 1))
  done
  calls 101 'int leaf(int)'
  calls 1 'void serve(void)'
done
