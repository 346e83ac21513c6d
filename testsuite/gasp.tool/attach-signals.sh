# gasp attach and gasp detach leave signals alone: who handles them and who
# ignores them, and those that come in that moment.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > faults.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static sigjmp_buf before;
static volatile int faults;

static void
handle (int signal)
{
  (void) signal;
  faults++;
  siglongjmp (before, 1);
}

__attribute__ ((noipa)) static void
leaf (volatile int *where)
{
  if (!sigsetjmp (before, 1))
    *where = 1;
}

int
main (void)
{
  int here;

  signal (SIGSEGV, handle);
  signal (SIGILL, handle);
  signal (SIGTRAP, SIG_IGN);
  signal (SIGFPE, SIG_IGN);
  write (1, "ready\n", 6);
  while (access ("stop", F_OK))
    {
      leaf (&here);
      usleep (1000);
    }
  leaf ((volatile int *) 8);
  leaf ((volatile int *) 8);
  return faults;
}
END
run 0 "$CC" --profile faults.c -o faults
start ./faults
grep '^Sig[BIC]' /proc/$process/status > before
# Samples have a handler.
attach 0 --exact --sample=none -o at
grep '^Sig[BIC]' /proc/$process/status > attached
run 0 "$GASP" detach $process
grep '^Sig[BIC]' /proc/$process/status > detached
finish 2
diff before attached || fail "gasp attach has changed signals"
diff before detached || fail "gasp detach has changed signals"

# Stopped before it comes to a processor, and attached to: it stays stopped.
cat > spin.c <<'END'
#include <unistd.h>
__attribute__ ((noipa)) static int leaf (int n) { return n + 1; }
int
main (void)
{
  int n = 0;
  write (1, "ready\n", 6);
  do
    for (int i = 0; i < 100000; i++)
      n = leaf (n);
  while (access ("stop", F_OK));
  return 7;
}
END
run 0 "$CC" --profile spin.c -o spin
hogs=
start ./spin
trap 'kill -9 $process $hogs 2> /dev/null || :' EXIT
renice -n 19 -p $process > /dev/null
for hog in $(seq $(($(nproc) + 1))); do
  sh -c 'while :; do :; done' &
  hogs="$hogs $!"
done
for turn in $(seq "$(often 3 6)"); do
  kill -STOP $process
  attach 0 -w 0 -o at
  wait_until grep -q '^State:.*stopped' /proc/$process/status
  kill -CONT $process
  wait_until grep -q '^State:.*running' /proc/$process/status
  run 0 "$GASP" detach $process
done
kill -9 $hogs
finish 7
