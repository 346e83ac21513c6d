# With a trace, the HTML report says what functions did in a part of the run, which
# keys choose: calls and times of parts sum to those of the whole.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/browser.sh"
# The time of usleep is its caller's.
export GASP_THREADS=no
cat > prog.c <<'END'
#include <unistd.h>
static void first (void) { usleep (1000); }
static void second (int depth) { usleep (1000); if (depth > 0) second (depth - 1); }
int
main (void)
{
  for (int i = 0; i < 100; i++)
    first ();
  for (int i = 0; i < 50; i++)
    second (1);
  return 0;
}
END
run 0 "$CC" -g -O0 --profile prog.c -o prog
run 0 "$GASP" run -q --trace -o profile ./prog

# What recording took is left out, as it is in the table of functions: of tiny calls, most
# of the time.  The program rests often, so that it mostly keeps the processor while it works:
# which call has lost it, only the system knows.
cat > tiny.c <<'END'
#include <stdlib.h>
#include <unistd.h>
volatile int sink;
static void rest (void) { usleep (500); }
static void work (void) { for (int i = 0; i < 300; i++) sink = i; }
static void tiny (void) { sink++; }
int
main (void)
{
  for (int i = 0; i < 60000; i++)
    {
      work ();
      for (int j = 0; j < 5; j++)
	tiny ();
      free (malloc (10));
      if (i % 500 == 0)
	rest ();
    }
  return 0;
}
END
run 0 "$CC" -g -O0 --profile tiny.c -o tiny
# On a busy machine, until it kept the processor.
lost=100
for turn in 1 2 3 4 5 6; do
  run 0 "$GASP" run -q --trace -o tiny-out ./tiny
  run 0 "$GASP" report --format=csv --view=flat tiny-out
  # The percentages of self time: of each function in the table, and in the ranges.
  tr -d '"' < out | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["name"] !~ /^([(]|rest)/ { self[$column["name"]] += $column["self"]
      all += $column["self"]; ready += $column["ready"] }
    END { for (n in self) printf "%s %d\n", n, 100 * self[n] / all
      printf "%d\n", 100 * ready / all > "ready" }' | sort > seen-flat
  [ "$(cat ready)" -ge "$lost" ] && continue
  lost=$(cat ready)
  mv seen-flat flat
  run 0 "$GASP" report --format=html --output=report.html tiny-out
  [ "$lost" -gt 5 ] || break
done
ask '' '
  const all = figuresBetween (0, data.ranges.bins);
  const sums = {};
  let whole = 0;
  for (const r of all) {
    const name = data.places[r.place][0];
    if (name === "rest") continue;
    sums[name] = (sums[name] || 0) + r.self;
    whole += r.self;
  }
  for (const name in sums)
    seen.push (name + " " + Math.floor (100 * sums[name] / whole));
'
sed -n 's/^seen: //; / /p' seen | sort > ranges
join flat ranges > both
[ "$(wc -l < both)" -ge 5 ] || fail "not all functions: $(cat flat ranges)"
while read -r name table range; do
  [ $((table - range)) -le $((6 + lost)) ] && [ $((range - table)) -le $((6 + lost)) ] \
    || fail "$name: $range % in the ranges, $table in the table"
  echo "$name: $range % in the ranges, $table in the table"
done < both

# Waits are there, too, at the program's lines.
run 0 "$GASP" run -q --trace --threads=yes -o waits ./prog
run 0 "$GASP" report --format=html --output=report.html waits
ask '' 'seen.push (figuresBetween (0, data.ranges.bins)
  .filter (r => data.places[r.place][0] === "usleep" && r.self > 1e6)
  .map (r => data.places[r.place].slice (1, 3).join (":")).sort ().join ());'
line 1 prog.c:2,prog.c:3

run 0 "$GASP" report --format=html --output=report.html profile
# Of the function NAME in a part: its calls, and its times in percent of the part.
ask '#Time%20ranges' '
  const { bins, span } = data.ranges;
  const of = (name, from, to) => figuresBetween (from, to)
    .find (r => data.places[r.place][0] === name) || { calls: 0, self: 0, total: 0 };
  const share = (time, from, to) =>
    Math.round (100 * time / (span * (to - from) / bins));
  seen.push (tab ());
  seen.push ([of ("first", 0, bins).calls, of ("second", 0, bins).calls].join ());
  for (const name of ["first", "second", "main"]) {
    let calls = 0, self = 0, total = 0;
    for (let bin = 0; bin < bins; bin++) {
      const part = of (name, bin, bin + 1);
      calls += part.calls; self += part.self; total += part.total;
      if (part.self > 1.01 * span / bins || part.total > 1.01 * span / bins)
        seen.push (name + " in bin " + bin + ": " + part.total);
    }
    const whole = of (name, 0, bins);
    seen.push ([calls === whole.calls, self === whole.self,
                total === whole.total].join ());
  }
  const early = of ("first", 30, 90), late = of ("second", 210, 270);
  seen.push ([share (early.self, 30, 90) > 60, of ("second", 30, 90).calls,
              share (late.total, 210, 270) > 60, of ("first", 210, 270).calls]
             .join ());
  const rows = () => document.querySelectorAll ("#flame-functions tbody tr").length;
  press ("ArrowUp"); seen.push (at ());
  press ("ArrowRight"); seen.push (at ());
  press ("ArrowUp ArrowUp ArrowUp ArrowUp"); seen.push (at ());
  seen.push (rows ());
  press ("Home"); seen.push (at ()); seen.push (rows ());
' \
  '#Time%20ranges?from=30&to=90' '
  const paths = (i = graph.child[0]) => nameOf (i) + ":" + shownBelow (i)
    .filter (c => graph.total[c] > graph.total[i] / 50).map (nameOf).sort ();
  const sum = () => figuresBetween (range.from, range.to)
    .reduce ((all, r) => all + r.self, 0);
  seen.push (paths (), Math.abs (graph.total[0] - sum ()) < 1, at ());
  zoomTo (graph.child[1]);
  seen.push (nameOf (zoom), at ());
  chooseRange (210, 270);
  seen.push (paths (), Math.abs (graph.total[0] - sum ()) < 1, nameOf (zoom));
  openTab ("Flame graph"); seen.push (paths ());
  openTab ("Time ranges"); seen.push (paths (), at ());
' \
  '#Time%20ranges?from=60&to=70' '
  seen.push (document.querySelector ("#flame-functions h2").textContent
             .replace (/[0-9.]+\s(.?s)/g, "N $1"));
'
line 1 'Time ranges'
line 2 '100,100'
line 3 'true,true,true'
line 4 'true,true,true'
line 5 'true,true,true'
line 6 'true,0,true,0'
line 7 '#Time ranges?from=75&to=225'
line 8 '#Time ranges?from=150&to=300'
line 9 '#Time ranges?from=221&to=230'
line 10 2
line 11 '#Time ranges'
line 12 4

# The flame graph is that of the part: its paths, as wide as the table says.
page_seen 2
line 1 main:first
line 2 true
line 3 '#Time ranges?from=30&to=90'
line 4 first
line 5 '#Time ranges?from=30&to=90&zoom=main;first'
line 6 main:second
line 7 true
line 8 main
line 9 main:first,second
line 10 main:second
line 11 '#Time ranges?from=210&to=270&zoom=main'

# The address leads to a part; without a trace, there is no such tab.
page_seen 3
line 1 'Functions of all threads, N ms to N ms 2 rows'
run 0 "$GASP" run -q -o untraced ./prog
run 0 "$GASP" report --format=html --output=report.html untraced
ask '' 'seen.push ([...document.querySelectorAll ("[role=tab]")]
  .some (t => t.textContent === "Time ranges"));'
line 1 false
