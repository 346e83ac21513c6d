# gasp run of a command that runs others, as shells, env and make do, records these,
# also those that are not instrumented; and the report says how much each program took.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
example
run 0 "$GASP" run -o none true
has err "true' is not instrumented, nor are its libraries: expect samples of its functions"
for launcher in 'env A=1' 'timeout 20' 'nice -n 1'; do
  rm -rf profile
  run 3 "$GASP" run -o profile $launcher ./prog threads
  hasnt err 'expect'
  has err 'recorded 1 process in'
done

cat > spin.c <<'END'
#include <stdlib.h>
#include <time.h>
volatile unsigned long spun;
__attribute__ ((noinline)) static void
spin (void)
{
  for (int i = 0; i < 1000; i++)
    spun++;
}
int
main (int argc, char **argv)
{
  clock_t end = atoi (argv[1]) * (CLOCKS_PER_SEC / 1000);
  while (clock () < end)
    spin ();
  return argc - 2;
}
END
for name in one other; do
  run 0 gcc -g -O1 spin.c -o $name
done

# recorded COUNT COMMAND...: its exit status, and its processes, are these.
recorded ()
{
  count=$1
  shift
  rm -rf profile
  run 0 "$GASP" run -o profile "$@"
  hasnt err 'expect'
  has err "recorded $count process"
  run 0 "$GASP" report --view=flat,threads profile
  has out ' spin +spin.c:5'
}
printf '#!/bin/sh\n./one 30; ./other 90\n./prog threads\n./one 30\n' > script
printf 'all: first; ./one 30\nfirst: ; ./other 40\n' > makefile
chmod +x script
recorded 1 env A=1 ./one 30
recorded 2 sh -c './one 30; ./other 30'
recorded 2 make -s -f makefile
rm -rf profile
run 0 "$GASP" run -o profile ./script
has err 'recorded 4 processes'
run 0 "$GASP" report --view=threads profile
has out '^  programs +3: other [0-9.]+ ms, one [0-9.]+ ms in 2 processes, prog '
hasnt out '/(da|ba|)sh '
run 0 "$GASP" report -f html -o page profile
grep -q '"Programs"' page || fail "the page has no programs"
# None is recorded that only starts others; nor what other programs execute.
run 4 "$GASP" run -o nothing sh -c 'exit 4'
has err 'nothing was recorded in nothing: only shells ran, and commands'
# Whose children are recorded is not said to wait for them.
cat > parent.c <<'END'
#include <stdlib.h>
int main (void) { return system ("./one 300") != 0; }
END
run 0 gcc -g parent.c -o parent
rm -rf profile
run 0 "$GASP" run -o profile env ./parent
run 0 "$GASP" report profile
has out '^  Most time .* in spin'
hasnt out 'time is waiting|wait.* their time'
rm -rf profile
run 0 "$GASP" run -o profile ./parent
run 0 "$GASP" report profile
has out '^  [0-9.]+ % of the time is waiting in .*system.*, for processes that are not in this report'
# Many records are joined.
rm -rf profile
run 0 "$GASP" run --join=4 -o profile sh -c 'for i in 1 2 3 4 5; do ./one 2; done'
has err 'recorded 5 processes'
[ "$(find profile -name '*.gasp' | wc -l)" -le 1 ] || { ls profile; fail "not joined"; }
run 0 "$GASP" report --process=one --view=threads profile
has out 'measured +5 processes'

# Rscript becomes R, by way of a shell.
if command -v Rscript > /dev/null; then
  rm -rf profile
  run 0 "$GASP" run -o profile Rscript -e 'invisible (system ("./one 50"))'
  run 0 "$GASP" report --view=threads profile
  has out '/R +exit status 0'
  has out '/one +(ended|exit status 0)'
fi
