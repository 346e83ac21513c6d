# What is open when measuring is ended, and what is merged after that, when it
# goes on, lasts no longer than the program.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp attaches to programs of this machine"
cp "$HERE/../gasp.ways/ways.h" .
cat > prog.c <<'END'
#include <pthread.h>
#include "ways.h"

static void *
work_on (void *way)
{
  int n;

  for (n = 0; access ("stop", F_OK) != 0; n++)
    path (16, (n * 7919 + *(int *) way) & 0xffff);
  return NULL;
}

int
main (void)
{
  pthread_t thread;
  int way = 5, none = 0;

  pthread_create (&thread, NULL, work_on, &way);
  work_on (&none);
  pthread_join (thread, NULL);
  return 0;
}
END
run 0 "$CC" -O1 -finstrument-gasp-functions=source prog.c -pthread -o prog
./prog &
prog=$!
trap 'touch stop' EXIT
sleep 0.3
got=0
for turn in 1 2 3; do
  "$GASP" attach --record-limit=1M -o profile $prog 2> err || got=$?
  if grep -q 'Operation not permitted' err; then unsupported "no ptrace"; fi
  [ $got = 0 ] || fail "attach: status $got: $(cat err)"
  sleep 0.5
  run 0 "$GASP" detach $prog
done
touch stop
wait $prog
"$GASP" report --format=csv --view=flat profile > csv
# Seconds, in ns, and not the time since the machine was started.
total=$(figure total 'int path(int, int)' | cut -d. -f1)
[ "$total" -lt 100000000000 ] || fail "path: $total ns"
