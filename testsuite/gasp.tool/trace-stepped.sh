# A thread that is interrupted behind each single instruction, by a handler that
# calls functions, and then at any moment by one that jumps away, has a trace in
# which each call that was entered is left, in the right order, and which has the
# profile's calls.  What a traced call costs is taken out of that, too.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
case $("$CC" -dumpmachine) in
  x86_64-*) ;;
  *) unsupported "the trap flag is x86-64's" ;;
esac
not_emulated "signals between two instructions"
cat > stepped.c <<'END'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#define KEEP __attribute__ ((noipa))
static volatile int sink, steps, jumps;
static sigjmp_buf back;
KEEP void inner (void) { sink++; }
KEEP void on_trap (int s) { steps++; inner (); }
KEEP void on_alarm (int s) { inner (); siglongjmp (back, 1); }
#define STEP(flags) \
  __asm__ volatile ("leaq -128(%%rsp), %%rsp; pushfq; " flags \
		    " (%%rsp); popfq; leaq 128(%%rsp), %%rsp" ::: "memory", "cc")
KEEP int leaf (int n) { return sink + n; }
KEEP int ends (int n) { sink += leaf (n); return sink; }
KEEP int tail (int n) { sink += leaf (n); return ends (n); }
KEEP int far_away (int n) { sink += leaf (n); return n; }
KEEP void step (int i)
{
  STEP ("orq $0x100,");
  sink += tail (i);
  sink += far_away (i);
  STEP ("andq $~0x100,");
}
KEEP void forever (int i)
{
  struct itimerval once = { .it_value.tv_usec = 20 + i % 50 };
  setitimer (ITIMER_REAL, &once, 0);
  for (;;)
    sink += tail (i) + far_away (i);
}
int
main (void)
{
  signal (SIGTRAP, on_trap);
  signal (SIGALRM, on_alarm);
  for (int i = 0; i < STEPS; i++)
    step (i);
  for (jumps = 0; jumps < JUMPS; jumps++)
    if (!sigsetjmp (back, 1))
      forever (jumps);
  printf ("%d\n", steps > 100 * STEPS);
  return 0;
}
END

# The text's calls, by name: entered, and left; a line for each mistake.
cat > nesting.awk <<'END'
$3 == "+" || $3 == "-" {
  name = $0
  sub (/^[^-+]*[-+] /, "", name)
  sub (/ \[[^]]*\]$/, "", name)
  if ($3 == "+")
    { stack[++depth] = name; entered[name]++; next }
  if (stack[depth--] != name)
    print "line " NR ": " name " is left in " stack[depth + 1]
}
END { print "depth " depth; for (n in entered) print entered[n], n }
END

steps=$(often 6 100)
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O2 -g -DSTEPS=$steps -DJUMPS="$(often 120 2000)" -finstrument-gasp-functions=$mode stepped.c -o prog
  rm -rf profile
  run 0 "$GASP" run -q --trace -o profile ./prog
  has out '^1$'
  run 0 "$GASP" trace -f text -o text profile
  awk -f nesting.awk text > nesting
  hasnt nesting '^line'
  has nesting '^depth 0$'
  run 0 "$GASP" report profile
  has out 'more was spent in recording'
  run 0 "$GASP" report --format=csv --view=flat --limit=0 --output=csv profile
  for function in leaf ends tail far_away inner; do
    signature=$(grep -o "\"[a-z ]* $function([^\"]*\"" csv | tr -d '"')
    calls=$(figure calls "$signature")
    [ "$calls" -ge $steps ] || fail "$mode: $function: $calls calls"
    grep -Fqx "$calls $signature" nesting \
      || fail "$mode: the trace has not $calls calls of $function"
  done
done
