# Little memory, few files, small files, a full or unwritable file system, no
# /proc: the program does what it does without us.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
static int leaf (int n) { return n + 1; }
static int node (int n, int path) { return n ? (path & 1 ? node (n - 1, path >> 1) : leaf (node (n - 1, path >> 1))) : leaf (path); }
static void *body (void *p) { free (malloc (100)); node (12, 77); return p; }
static void limit (int what, rlim_t value)
{
  struct rlimit l = { value, value };
  setrlimit (what, &l);
}
int main (int argc, char **argv)
{
  int i, n = 0;
  pthread_t t;
  if (!strcmp (argv[1], "files"))
    limit (RLIMIT_NOFILE, 3);
  if (!strcmp (argv[1], "size"))
    limit (RLIMIT_FSIZE, 1 << 16);
  if (!strcmp (argv[1], "memory"))
    limit (RLIMIT_AS, 1 << 20);
  for (i = 0; i < 5000; i++)
    n += node (12, i);
  if (strcmp (argv[1], "memory"))
    for (i = 0; i < 20; i++)
      {
	pthread_create (&t, 0, body, 0);
	pthread_join (t, 0);
      }
  printf ("sum %d\n", n);
  return 3;
}
END
run 0 "$CC" -g -O1 --profile -pthread prog.c -o prog
run 3 ./prog none
cp out wanted
for what in none files size memory; do
  rm -rf profile
  run 3 "$GASP" run -q -o profile ./prog $what
  cmp out wanted || fail "$what: other output"
done
# limited OPTION VALUE COMMAND...: under ulimit
limited ()
{
  option=$1 value=$2
  shift 2
  (ulimit $option $value && exec "$@")
}
rm -rf profile
run 3 limited -f 100 "$GASP" run -q -o profile ./prog none
cmp out wanted || fail 'ulimit -f: other output'
run 3 limited -n 6 "$GASP" run -q -o profile ./prog none
cmp out wanted || fail 'ulimit -n: other output'
# few_files N COMMAND...: with N at most, and but the standard ones open.
few_files ()
{
  number=$1
  shift
  (exec 3<&- 4<&- 5<&- 6<&- 7<&- 8<&- 9<&-; ulimit -n $number && exec "$@")
}

# As few files as the command starts with: records are found, or it is said why not.
for files in 4 5; do
  rm -rf profile
  run 3 few_files $files "$GASP" run -o profile ./prog none
  has err 'recorded 1 process in profile'
done
run 3 limited -v 200000 "$GASP" run -q -o profile ./prog none
cmp out wanted || fail 'ulimit -v: other output'
ln -s "$BUILD/lib" lib
# Without /proc, in a mount namespace of its own.
if unshare -rm true 2> /dev/null; then
  rm -rf profile
  # gasp run wants one, to find what belongs to it; programs and the tool do not.
  run 3 unshare -rm sh -c 'mount -t tmpfs none /proc && exec "$@"' sh \
    env GASP_OUTPUT="$PWD/profile" LD_PRELOAD=lib/libgasptool.so ./prog none
  cmp out wanted || fail 'no /proc: other output'
  run 0 "$GASP" report profile
  has out ' node '
fi
