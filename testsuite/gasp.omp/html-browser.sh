# The HTML report of an OpenMP program has its tables, a bar for each thread of what
# it did, and, with a trace, of when: as long as it was, with the construct's line;
# a part of it can be drawn larger.  Where a flame graph has no bars, the page says
# that threads were idle.  Without a trace, or without OpenMP, there is none of it.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/profile.sh"
# Events of threads would be among those that are expected.
export GASP_THREADS=no
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || unsupported "no browser"
cat > prog.c <<'END'
#include <omp.h>
#include <unistd.h>
int
main (void)
{
#pragma omp parallel num_threads (3)
  {
#pragma omp for schedule (static, 1)		/* line 8 */
    for (int i = 0; i < 3; i++)
      usleep (i ? 20000 : 60000);
#pragma omp critical				/* line 11 */
    usleep (10000);
#pragma omp single
#pragma omp task
    usleep (5000);
  }
  usleep (50000);
  return 0;
}
END
run 0 "$CC" -g -O1 -finstrument-gasp -fopenmp prog.c -o prog
run 0 "$GASP" run -q --trace -o profile ./prog
run 0 "$GASP" run -q -o without ./prog
run 0 "$GASP" report --format=html --output=report.html profile
run 0 "$GASP" report --format=html --output=without.html without

# dom FILE [TAB]: what the page's tab TAB, else that of OpenMP, is in a browser, a part a
# line; the page says by its title what the script at its end has found.
dom ()
{
  timeout 100 "$browser" --headless --no-sandbox --disable-gpu \
    --user-data-dir="$PWD/browser" --enable-logging=stderr --v=0 \
    --virtual-time-budget=5000 --dump-dom "file://$PWD/$1#${2-OpenMP}" 2> log \
    | sed 's/></>\n</g' > dom || unsupported "the browser does not start"
  sed '/<script/,/<\/script>/d' dom > shown
  hasnt log 'CONSOLE.*(Error|error)'
}

# bars KIND: so many threads have a label in the picture; and what its bars are.
bars ()
{
  sed -n "/<svg class=\"teams $1\"/,/<\/svg>/p" shown > bars
  count 3 bars '>thread [0-9]+</text>'
}

dom report.html
has shown '<h2>What threads did'
has shown '<h2>Threads over time'
for title in 'Shared work by thread' 'Locks of threads' 'Who waited for whom' \
  'Tasks' 'Threads of teams'; do
  has shown "<h2>$title"
done
for state in 'shared work' tasks locks barriers serial idle; do
  has shown "</i>$state|^$state|>$state<"
done
bars shares
count 3 bars '<rect class="state-work"'
count 1 bars '<rect class="state-alone"'
# The first to come does not wait.
[ "$(grep -c '<rect class="state-locks"' bars)" -ge 2 ] || fail "who waited?"
bars timeline
has bars 'omp for  prog.c:8$'
has bars 'omp critical \(waiting\)  prog.c:11$'
has bars 'state-work'
has bars 'state-barriers'
has bars 'state-idle|state-alone'
# The part of the thread that is the slowest takes 60 ms of the time.
awk '/<title>thread [0-9]+, number [0-9]+ in its team: shared work/ { work = 1 } /omp for  prog.c:8/ { mine = work }
  mine && /, for [0-9.]+.*ms/ {
    gsub (/.*, for /, ""); x = $0 + 0; if (x > most) most = x }
  /<\/title>/ { work = mine = 0 }
  END { exit !(most >= 59 && most < 200) }' bars || fail "not 60 ms of work"

# The left third, by the mouse: it begins where it did and ends sooner; and back.
cat report.html - > zoomed.html <<'END'
<script>
document.addEventListener ("DOMContentLoaded", () => {
  const marks = () => [...document.querySelectorAll (".timeline text")]
    .filter (t => !t.textContent.startsWith ("thread"));
  const ends = () => marks ().map (t => t.textContent);
  // Nanoseconds across the picture, by the last mark.
  const across = () => {
    const mark = marks ().at (-1), [value, unit] = mark.textContent.split ("\u202f");
    return value * { ns: 1, "\u00b5s": 1e3, ms: 1e6, s: 1e9 }[unit]
      / (mark.getAttribute ("x") - 90);
  };
  const before = ends (), wholeAcross = across ();
  const picture = document.querySelector (".timeline");
  const box = picture.getBoundingClientRect ();
  const left = box.left + box.width * 90 / 1100, wide = box.right - left;
  const send = (what, part) => picture.dispatchEvent (new PointerEvent (what,
    { clientX: left + wide * part, clientY: box.top + 5, bubbles: true }));
  send ("pointerdown", 0);
  send ("pointermove", 0.2);
  const shaded = document.querySelectorAll (".timeline .shade").length;
  send ("pointerup", 1 / 3);
  const after = ends (), third = across () / wholeAcross;
  [...document.querySelectorAll ("button")]
    .find (b => b.textContent === "Whole time").click ();
  const again = ends ();
  document.title = ["zoom", shaded, before[0] === after[0],
		    third > 0.32 && third < 0.35, before[1] !== after[1],
		    before.join () === again.join ()]
    .join (" ");
});
</script>
END
dom zoomed.html
has dom '<title>zoom 1 true true true true</title>'

dom without.html
has shown '<h2>What threads did'
hasnt shown '<h2>Threads over time'
dom without.html Summary
has shown '% of the top bar has none below it: threads were idle between parallel'
echo 'int main (void) { return 0; }' > none.c
run 0 "$CC" -finstrument-gasp none.c -o none
run 0 "$GASP" run -q --trace -o none.out ./none
run 0 "$GASP" report --format=html --output=none.html none.out
dom none.html
hasnt shown 'OpenMP|What threads did'
