# A debugger stops the program in the middle of its events, walks its stacks,
# and lets it go: it ends as if nothing had been.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 200

need gdb
not_emulated "gdb"
cat > prog.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int over;
static int leaf (int n) { free (malloc (n)); return n + 1; }
static int deep (int n) { return n ? deep (n - 1) + 1 : leaf (1); }
static void *body (void *p) { while (!over) deep (20); return p; }
int main (void)
{
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++)
    pthread_create (&t[i], 0, body, 0);
  printf ("%d\n", (int) getpid ());
  fflush (stdout);
  while (access ("over", F_OK))
    deep (20);
  over = 1;
  for (i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return deep (5) == 7 ? 3 : 4;
}
EOF
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -g -O1 --profile -finstrument-gasp-functions=$mode -pthread prog.c -o prog
  for tool in '' check; do
    rm -f over number result
    mkfifo ready
    if [ -n "$tool" ]; then
      ln -sfn "$TOOLS" tools
      GASP_TEST_RESULT=$PWD/result LD_PRELOAD=tools/check.so timeout 100 ./prog > ready &
    else
      timeout 100 ./prog > ready &
    fi
    pid=$!
    read -r number < ready
    rm ready
    for i in $(seq "$(often 1 3)"); do
      timeout 60 gdb -q -batch -p "$number" -ex 'thread apply all backtrace' -ex detach > gdb.out 2>&1 \
	|| unsupported "gdb may not attach"
      grep -q 'ptrace: Operation not permitted' gdb.out && { touch over; unsupported "gdb may not attach"; }
      [ "$(grep -c '^#.* body (' gdb.out)" = 2 ] || fail "a stack that gdb cannot walk: $(cat gdb.out)"
    done
    touch over
    got=0
    wait $pid || got=$?
    [ $got = 3 ] || fail "status $got"
    [ -z "$tool" ] || { hasnt result '^violation'; has result '^ok'; }
  done
done
