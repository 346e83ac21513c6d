# Time of a recorded function is its own where it is inlined into one that is not
# recorded, and where it is switched off; jumps to libraries are nobody's.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <stdlib.h>
static volatile double x[3];
static inline __attribute__ ((always_inline)) void
hot (void)
{
  for (int i = 0; i < 30000000; i++)
    x[0] += i;
}
static inline __attribute__ ((always_inline)) void
tiny (int n)
{
  for (int i = 0; i < n; i++)
    x[1] += i;
}
__attribute__ ((noipa, no_instrument_function)) static void
outer (void)
{
  for (int i = 0; i < 10; i++)
    hot ();
}
__attribute__ ((noipa)) static void
work (void)
{
  for (int i = 0; i < 3000000; i++)
    tiny (50);
}
int
main (void)
{
  outer ();
  work ();
  return 0;
}
END
run 0 "$CC" -g -O2 --profile prog.c -o prog
cat > try.c <<'END'
#include <dlfcn.h>
int main (void) { return !dlopen ("libdw.so.1", RTLD_NOW); }
END
run 0 "$STOCK" try.c -o try -ldl
./try || unsupported "no libdw.so.1"
profile 0 --budget=2 ./prog
# percent FUNCTION: of the time that all threads ran, rounded.
percent () { figure running_percent "$1" | sed 's/[.].*//'; }
hot=$(percent 'void hot(void)') tiny=$(percent 'void tiny(int)')
work=$(percent 'void work(void)')
[ "$hot" -ge 50 ] && [ "$hot" -le 85 ] && [ "$tiny" -ge 15 ] && [ "$work" -le 5 ] \
  || { cat csv; fail "hot has $hot %, tiny $tiny, work $work"; }
hasnt csv 'outer'

# In pprof's format, its time is that of its lines.
run 0 "$STOCK" "$HERE/../tools/pprof.c" -o pprof
run 0 "$GASP" report --format=pprof --output=out.pprof profile
run 0 ./pprof out.pprof
"$GASP" report --format=csv --view=flat profile > csv
for function in 'hot(void)' 'tiny(int)'; do
  awk -v self="$(figure self "void $function")" -v name="${function%(*}" '
    $0 ~ "^0 .* : " name ":" { sum += $2 }
    END { exit (sum > self * .99 ? 0 : 1) }' out || { cat out; fail "lines of $function"; }
done
# What recording takes is no line's.
"$GASP" report --view=hot-lines profile > lines
hasnt lines 'gasp_'

# It is below all functions that it is inlined into, which are switched off, too.
cat > levels.c <<'END'
static volatile double x;
static inline __attribute__ ((always_inline)) void
inner (int n)
{
  for (int i = 0; i < n; i++)
    x += i;
}
static inline __attribute__ ((always_inline)) void
middle (int n)
{
  inner (n);
}
__attribute__ ((noipa PLAIN)) static void
outer (int n)
{
  middle (n);
}
int
main (void)
{
  for (int i = 0; i < 3000000; i++)
    outer (50);
  return 0;
}
END
run 0 "$CC" -g -O2 --profile -DPLAIN= levels.c -o levels
profile 0 --budget=2 ./levels
"$GASP" report --format=folded profile > folded
# On a busy machine, main has also the time without a processor.
"$GASP" report --format=csv --view=flat profile > csv
inner=$(figure running 'void inner(int)')
[ "$(percent 'void inner(int)')" -ge 75 ] || { cat csv; fail "other time is running"; }
awk -v inner="$inner" '/^main;outer;middle;inner / { below += $NF }
     END { exit (below > inner * 3 / 4 ? 0 : 1) }' folded \
  || { cat folded; fail "not below what it is inlined into"; }
run 0 "$GASP" report --format=pprof --output=out.pprof profile
run 0 ./pprof out.pprof
awk '{ all += $4 } / : inner:[56] < middle:[0-9]+ < outer:[0-9]+ < main/ { below += $4 }
     END { exit (below > all * 3 / 4 ? 0 : 1) }' out \
  || { cat out; fail "lines of what is inlined"; }

# Of functions that are not recorded, too, files have the name that the compiler was given:
# a line has one row.
run 0 "$CC" -g -O2 -finstrument-gasp-functions=emitted \
  '-DPLAIN=,no_instrument_function' levels.c -o levels
profile 0 ./levels
run 0 "$GASP" report --format=json --view=lines profile
has out '"file": "levels.c"'
hasnt out '"file": "/.*levels.c"'
