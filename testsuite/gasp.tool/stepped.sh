# A thread that is interrupted behind each single instruction, as by a debugger
# that steps, has its calls counted and timed: in none of the instructions of a
# hook is the time of an end another than the clock's, whatever the program has in
# its registers.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
case $("$CC" -dumpmachine) in
  x86_64-*) ;;
  *) unsupported "the trap flag is x86-64's" ;;
esac
not_emulated "signals between two instructions"
cat > stepped.c <<'END'
#include <signal.h>
#include <stdio.h>
#define KEEP __attribute__ ((noipa))
static volatile int sink;
static unsigned long steps;
__attribute__ ((no_instrument_function)) static void
on_trap (int s)
{
  steps++;
}
/* The flag is set behind the POPF; none of these is a function of its own.  */
#define STEP(flags) \
  __asm__ volatile ("leaq -128(%%rsp), %%rsp; pushfq; " flags \
		    " (%%rsp); popfq; leaq 128(%%rsp), %%rsp" ::: "memory", "cc")
KEEP int leaf (long a, long b, long c, long d, long e, long f) { return sink++; }
KEEP int ends (long a, long b, long c, long d, long e, long f)
{
  sink += leaf (c, b, a, f, e, d);
  return sink;
}
KEEP int tail (long a, long b, long c, long d, long e, long f)
{
  sink += leaf (c, b, a, f, e, d);
  return ends (f, e, 1l << 55, d, c, 1l << 55);
}
KEEP long wide (long a, long b, long c, long d, long e, long f)
{
  sink += leaf (c, b, a, f, e, d);
  return 1l << 55;
}
int
main (void)
{
  long l = 1l << 55;
  signal (SIGTRAP, on_trap);
  for (int i = 0; i < TIMES; i++)
    {
      STEP ("orq $0x100,");
      sink += tail (l, l, l, l, l, l);
      sink += wide (l, l, l, l, l, l) == l;
      STEP ("andq $~0x100,");
    }
  printf ("%d\n", steps > 100 * TIMES);
  return 0;
}
END
times=$(often 6 100)
for mode in source emitted; do
  run 0 "$CC" -O2 -g -DTIMES=$times -finstrument-gasp-functions=$mode stepped.c -o prog
  for timing in all auto; do
    rm -rf profile
    run 0 "$GASP" run -q --timing=$timing -o profile ./prog
    has out '^1$'
    run 0 "$GASP" report --format=csv --view=flat --limit=0 --with-costs --output=csv profile
    for function in leaf:$((3 * times)) ends:$times tail:$times wide:$times; do
      name=${function%:*}
      signature=$(grep -o "\"[a-z ]* $name([^\"]*\"" csv | tr -d '"')
      calls=$(figure calls "$signature")
      [ "$calls" = "${function#*:}" ] \
	|| fail "$mode, $timing: $name: $calls calls, not ${function#*:}"
      # A step takes some microseconds, a call a few hundred of them.
      time=$(figure total "$signature")
      awk "BEGIN { exit !($time > 0 && $time < 20e9) }" \
	|| fail "$mode, $timing: $name took $time ns"
    done
  done
done
