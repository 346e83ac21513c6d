# A program that locks its memory as far as it may, which is 7 MB (Debian lets
# users lock 8, and its newer C libraries take 2): it can as without us, and is
# recorded.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
static int node (int n, int path) { return n ? node (n - 1, path >> 1) + (path & 1) : path; }
/* Root may lock what it likes.  */
static void become_nobody (void)
{
  if (geteuid () == 0 && setresuid (65534, 65534, 65534) < 0)
    exit (77);
}
int main (int argc, char **argv)
{
  struct rlimit l;
  int i, n = 0;
  getrlimit (RLIMIT_MEMLOCK, &l);
  if (l.rlim_max > 64 << 20)
    l.rlim_max = 64 << 20;
  l.rlim_cur = l.rlim_max;
  setrlimit (RLIMIT_MEMLOCK, &l);
  if (!strcmp (argv[1], "user"))
    become_nobody ();
  if (mlockall (MCL_CURRENT | (argc > 2 ? MCL_FUTURE : 0)))
    printf ("not locked: %s\n", strerror (errno));
  for (i = 0; i < 100; i++)
    {
      char *p = malloc (100000);
      n += node (12, i) + (p == 0);
      free (p);
    }
  printf ("sum %d, %d\n", n, mlockall (~0) < 0 ? errno : 0);
  munlockall ();
  return 3;
}
END
run 0 "$CC" -g -O1 --profile prog.c -o prog
ulimit -l 7168 2> err || :
for arguments in 'user now' 'user now future' 'root now future'; do
  # shellcheck disable=SC2086
  run 3 ./prog $arguments
  cp out wanted
  for trace in '' --trace; do
    rm -rf profile
    mkdir profile
    chmod 777 profile
    # shellcheck disable=SC2086
    run 3 "$GASP" run -q $trace -o profile ./prog $arguments
    cmp out wanted || { cat out; fail "$arguments: other output"; }
    run 0 "$GASP" report --format=csv --view=flat profile
    has out '"int node\(int, int\)"'
  done
done
