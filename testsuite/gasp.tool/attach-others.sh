# gasp attach to a process that is stopped, and two gasp detach at once.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > prog.c <<'END'
#include <stdio.h>
#include <unistd.h>
__attribute__ ((noipa)) int work (int n) { usleep (1000); return n; }
int main (void)
{
  puts ("ready");
  fflush (stdout);
  for (int i = 0; access ("stop", F_OK) && i < 60000; i++)
    work (i);
  return 3;
}
END
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted prog.c -o prog
start ./prog
kill -STOP $process
is_stopped () { grep -q '^State:.T' /proc/$process/status; }
wait_until is_stopped
attach 0 -w 0 -o at
has err "process $process is stopped; it is measured when it goes on"
kill -CONT $process
wait_until has_record at
for i in 1 2 3; do
  "$GASP" detach $process 2> first &
  one=$!
  got=0
  "$GASP" detach $process 2> err || got=$?
  [ $got -eq 0 ] || grep -q 'not being measured' err || { cat err; fail "status $got"; }
  got=0
  wait $one || got=$?
  [ $got -eq 0 ] || grep -q 'not being measured' first || { cat first; fail "status $got"; }
  attach 0
done
finish 3
