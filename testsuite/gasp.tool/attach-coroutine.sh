# Of a coroutine that began before the program was measured, nothing is seen but
# its calls' ends.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 120

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > prog.c <<'END'
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>
#define OUT __attribute__ ((noipa))
static ucontext_t here, there;
static int sum;
OUT static int leaf (int n) { return n + 1; }
OUT static void go_back (void) { swapcontext (&there, &here); }
OUT static void resume (void) { swapcontext (&here, &there); }
OUT static void
down (int n)
{
  if (n)
    down (n - 1);
  else
    go_back ();
  sum = leaf (sum);
}
OUT static void
down_and_back (int n)
{
  if (n)
    down_and_back (n - 1);
  go_back ();
  sum += n;
}
static void
body (void)
{
  down (10);
  down_and_back (10);
  go_back ();
}
int
main (void)
{
  getcontext (&there);
  there.uc_stack.ss_size = 1 << 17;
  there.uc_stack.ss_sp = malloc (there.uc_stack.ss_size);
  makecontext (&there, body, 0);
  resume ();
  write (1, "ready\n", 6);
  while (access ("stop", F_OK))
    {
      sum = leaf (sum) - 1;
      usleep (1000);
    }
  for (int i = 0; i < 12; i++)
    resume ();
  return sum == 66 ? 7 : 1;
}
END
for options in '-O0 -finstrument-gasp-functions=emitted' \
	       '-O2 -finstrument-gasp-functions=emitted' \
	       '-O2 -finstrument-gasp-functions=source'; do
  rm -rf at
  run 0 "$CC" $options prog.c -o prog
  start ./prog
  attach 0 -o at
  finish 7
  [ ! -s process.err ] || fail "$options: $(cat process.err)"
  run 0 "$GASP" report at
  has out 'down_and_back'
done
