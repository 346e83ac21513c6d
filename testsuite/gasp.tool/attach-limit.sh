# What is open when measuring is ended, and what is merged after that, when it
# goes on, lasts no longer than the program.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
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
  write (1, "ready\n", 6);
  work_on (&none);
  pthread_join (thread, NULL);
  return 0;
}
END
run 0 "$CC" -O1 -finstrument-gasp-functions=source prog.c -pthread -o prog
start ./prog
for turn in 1 2 3; do
  attach 0 --record-limit=1M -o profile
  sleep 0.5
  run 0 "$GASP" detach $process
done
finish 0
"$GASP" report --format=csv --view=flat profile > csv
# Seconds, in ns, and not the time since the machine was started.
total=$(figure total 'int path(int, int)' | cut -d. -f1)
[ "$total" -lt 100000000000 ] || fail "path: $total ns"
