# Functions that are switched off, between two whose calls are recorded, have what
# is called from them, whichever of them it was.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
[ "$(uname -m)" = x86_64 ] || unsupported "callers are known on x86-64 only"
cat > prog.c <<'EOT'
#define KEEP __attribute__ ((noipa))
static volatile unsigned sink;
KEEP void work (int n)
{
  for (int i = 0; i < n; i++)
    sink += i;
}
KEEP void check (int n) { work (n); sink++; }
KEEP void often (unsigned i)
{
  if (i % 2000 == 0)
    check (120000);
  sink++;
}
KEEP void other (unsigned i)
{
  if (i % 2000 == 0)
    check (40000);
  sink++;
}
KEEP void deeper (unsigned i) { other (i); sink++; }
KEEP void run (unsigned turns)
{
  for (unsigned i = 0; i < turns; i++)
    {
      often (i);
      deeper (i);
    }
}
int main (void) { run (6000000); return 0; }
EOT
for options in --profile -finstrument-gasp-functions=emitted
do
  run 0 "$CC" $options -O2 -g prog.c -o prog
  rm -rf profile
  recorded 0 --budget=10% ./prog
  "$GASP" report --format=folded profile > folded
  awk '{ time = $NF; all += time } /^main;run;often;check;work / { often += time }
       /^main;run;deeper;other;check;work / { other += time }
       /;check/ { below += time }
       END { exit !(often > other * 1.5 && often < other * 6 &&
		    often + other > below * .95 && below > all * .3) }' folded \
    || { cat folded; fail "with $options, callers between are missing"; }
  # How often each of them called it is not known, but how often it was called is.
  "$GASP" report --view=tree,flat profile > table
  grep -q ' ~[0-9]*  .*-check' table &&
    grep -q ' >=[0-9]*  .*-check' table && grep -q ' 6000 .*s  check ' table \
    || { cat table; fail "with $options, calls are not marked"; }
done

# So is what the recorded one is inlined into, as source mode has it.
cat > within.c <<'EOT'
static volatile unsigned sink;
static inline __attribute__ ((always_inline)) void part (int n)
{
  for (int i = 0; i < n; i++)
    sink += i;
}
__attribute__ ((noipa)) static void often (unsigned i)
{
  if (i % 2000 == 0)
    part (120000);
  sink++;
}
__attribute__ ((noipa)) static void run (unsigned turns)
{
  for (unsigned i = 0; i < turns; i++)
    often (i);
}
int main (void) { run (6000000); return 0; }
EOT
run 0 "$CC" --profile -O2 -g within.c -o within
rm -rf profile
recorded 0 --budget=10% ./within
"$GASP" report --format=folded profile > folded
awk '/;part / { part += $NF } /^main;run;often;part / { below += $NF }
     END { exit !(part && below > part * .95) }' folded \
  || { cat folded; fail "what it is inlined into is missing"; }
