# gasp attach with values that nobody means, and to what cannot be measured: a
# message with what is wrong, and the program goes on to its own end.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/attach.sh"
not_emulated "gasp attaches to programs of this machine"
cat > loop.c <<'END'
#include <stdio.h>
#include <unistd.h>
__attribute__ ((noipa)) int leaf (int n) { return n + 1; }
int
main (void)
{
  int n = 0;
  write (1, "ready\n", 6);
  while (access ("stop", F_OK))
    {
      n = leaf (n);
      usleep (1000);
    }
  puts ("output");
  return 7;
}
END
run 0 "$CC" --profile loop.c -o loop
unset GASP_OUTPUT
long=$(head -c 100000 /dev/zero | tr '\0' 9)
terminal=$(printf '\033[31mred\nline\377%%s%%n')
escapes=$(printf '[\001-\010\013-\037\177]')

# attached STATUS REGEXP WORD...: gasp attach to ./loop, which then ends; what
# both have said is in the file err.
attached ()
{
  status=$1 regexp=$2
  shift 2
  rm -rf gasp-out*
  start ./loop
  attach $status "$@"
  finish 7
  has process.out '^output$'
  cat process.err >> err
  has err "$regexp"
  hasnt err "$escapes"
}

attached 0 '^gasp: process .* is measured, in gasp-out;'
attached 2 'GASP_OFF is set, or --off' --off
[ ! -e gasp-out ] || fail "a directory for nothing"
for option in counters output; do
  attached 2 'attach: GASP_.*: its value is too long' --$option="$long"
  [ ! -e gasp-out ] || fail "a directory for nothing"
done
attached 0 'is measured, in at.*red' -o "at$terminal"
ls at*/*.gasp > /dev/null || fail "no record"
attached 1 'cannot write a record into /proc/nowhere' -o /proc/nowhere
has err 'has not made a record in /proc/nowhere'
echo > file
attached 1 'has not made a record in file' -o file
attached 0 'GASP_COUNTERS.*going on without' --counters="$terminal"
attached 2 'attach: --budget: .*percentage' --budget="$terminal"
attached 2 "attach: --record-limit: 'x' is not" --record-limit=x
attached 2 "attach: --trace: 'x' is not" --trace=x
attached 2 "attach: --sample: 'x' is not" --sample=x
attached 2 'attach: --clock: .* one of tsc' --clock=sundial
attached 2 'attach: --wait: .*a number' --wait=long
GASP_CLOCK=sundial
export GASP_CLOCK
attached 0 'GASP_CLOCK=sundial: not one of'
unset GASP_CLOCK

for pid in '' 0 -1 1x 4294967297 99999999999999999999999 "$long" "$terminal"; do
  for command in attach detach; do
    run 2 "$GASP" $command -- "$pid"
    has err "^gasp: $command: .*a process number is wanted"
    hasnt err "$escapes"
  done
done
for command in attach detach; do
  run 2 "$GASP" $command
  run 2 "$GASP" $command 1 2
  run 1 "$GASP" $command $$
  has err 'not instrumented'
done

# Stopped before, it stays so; and is measured when it goes on.
rm -rf gasp-out*
start ./loop
kill -STOP $process
attach 0 -w 1
has err 'has not come to an instrumented function yet; when it does'
has /proc/$process/status '^State:.*stopped'
kill -CONT $process
wait_until has_record gasp-out
sleep 0.1
finish 7
run 0 "$GASP" report gasp-out
has out ' leaf '
