# Static executables that may be anywhere, with a tool and without.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int leaf (int n) { void *p = malloc (n); free (p); return n + 1; }
static void *body (void *p) { return (void *) (long) leaf (6); }
int main (int argc, char **argv)
{
  pthread_t thread;
  void *value;
  pthread_create (&thread, 0, body, 0);
  pthread_join (thread, &value);
  printf ("%d %s\n", (int) (long) value, argv[1]);
  return leaf (2);
}
END
# Some cross compilers' libraries have not what the second one starts with.
kinds=-static
[ "$($STOCK -print-file-name=rcrt1.o)" = rcrt1.o ] || kinds='-static -static-pie'
for mode in $(modes_of "$TEST"); do
  for how in $kinds; do
    run 0 "$CC" --profile -finstrument-gasp-functions=$mode -O2 -pthread $how prog.c -o plain
    run 3 ./plain word
    has out '^7 word$'
    run 0 "$CC" --profile -finstrument-gasp-functions=$mode -O2 -pthread $how \
      prog.c "$TOOLS/check.o" -o prog
    rm -f result
    GASP_TEST_RESULT=$PWD/result run 3 ./prog word
    has out '^7 word$'
    hasnt result '^violation'
    has result '^ok'
  done
done
