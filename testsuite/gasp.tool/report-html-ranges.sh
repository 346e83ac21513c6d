# With a trace, the HTML report says what functions did in a part of the run, which
# keys choose: calls and times of parts sum to those of the whole.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
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
run 0 "$GASP" report --format=html --output=report.html profile

. "$HERE/../lib/browser.sh"
# Of the function NAME in a part: its calls, and its times in percent of the part.
ask '#Time%20ranges' '
  const { bins, span } = data.ranges;
  const of = (name, from, to) => figuresBetween (from, to)
    .find (r => r.f.name === name) || { calls: 0, self: 0, total: 0 };
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
  seen.push ([share (early.self, 30, 90) > 90, of ("second", 30, 90).calls,
              share (late.total, 210, 270) > 90, of ("first", 210, 270).calls]
             .join ());
  const rows = () => document.querySelectorAll ("#ranges tbody tr").length;
  press ("ArrowUp"); seen.push (at ());
  press ("ArrowRight"); seen.push (at ());
  press ("ArrowUp ArrowUp ArrowUp ArrowUp"); seen.push (at ());
  seen.push (rows ());
  press ("Home"); seen.push (at ()); seen.push (rows ());
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

# The address leads to a part; without a trace, there is no such tab.
ask '#Time%20ranges?from=10&to=20' '
  seen.push (document.querySelector ("#ranges h2").textContent
             .replace (/[0-9.]+\s(.?s)/g, "N $1"));
'
line 1 'Functions from N ms to N ms 2 rows'
run 0 "$GASP" run -q -o untraced ./prog
run 0 "$GASP" report --format=html --output=report.html untraced
ask '' 'seen.push ([...document.querySelectorAll ("[role=tab]")]
  .some (t => t.textContent === "Time ranges"));'
line 1 false
