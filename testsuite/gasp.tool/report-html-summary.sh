# The first screen of the HTML report: what stands out, key figures, the functions with the
# most time, memory not freed, each of which leads to the table with all of it; above the
# flame graph, and within the page's width however narrow it is.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
cat > a-long-name-of-a-file.c <<'END'
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void *forget (void) { return memset (malloc (12000), 1, 12000); }
static void slow (void) { usleep (20000); }
int
main (void)
{
  for (int i = 0; i < 200; i++)
    {
      forget ();
      if (i % 20 == 0)
	slow ();
    }
  return 0;
}
END
run 0 "$CC" -g -O0 -w --profile a-long-name-of-a-file.c -o prog
run 0 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=html --output=report.html profile

. "$HERE/../lib/browser.sh"
ask '' '
  const all = (what, root) => [...(root || document).querySelectorAll (what)];
  seen.push (tab ());
  seen.push (all ("#findings li.waiting p:first-child, #findings li.leak p:first-child")
    .filter (p => /slow|2.29 MiB in 200 blocks/.test (p.textContent)).length);
  seen.push (all ("#figures dt").map (e => e.textContent).join ());
  const cards = all (".card");
  seen.push (cards.map (c => c.querySelector ("h2").textContent
    .replace (/\u202f/g, " ")).join ());
  seen.push (all (".bars .what", cards[1]).map (e => e.textContent).join ());
  seen.push (document.getElementById ("flame-canvas").offsetParent !== null);
  press ("ArrowDown ArrowDown Enter"); seen.push (at ());
  press ("2"); seen.push (at ());
  all ("#findings li.leak a")[1].click (); await wait (200); seen.push (at ());
  seen.push (document.getElementById ("summary").hidden);
  press ("1");
  all ("#findings li.leak a")[0].click (); await wait (200); seen.push (at ());
  press ("1"); document.body.style.width = "380px"; await wait (100);
  const right = Math.max (...all ("#summary li, #figures div, .card")
    .map (e => e.getBoundingClientRect ().right));
  seen.push (right <= 380);
  // However little room there is, the line is seen.
  seen.push (cards.every (card => all (".place", card).every (place => {
    const line = place.querySelector (".line");
    return !place.textContent || (/^:[0-9]+$/.test (line.textContent)
      && line.getBoundingClientRect ().right <= place.getBoundingClientRect ().right + 1);
  })));
'
line 1 Summary
line 2 2
# Whether lines have been sampled is chance, and how long the rest took.
figures=$(sed -n '3s/\(Hottest line\|Ready to run\|Recording\),//gp; 3p' seen | head -n 1)
[ "$figures" = 'Time,Running,Waiting,Peak memory,Threads' ] || fail "the figures"
case $(sed -n 4p seen) in
  'Functions all,Not freed: 2.29 MiB all,Waiting for threads and the system: '*'s all') ;;
  *) fail "the cards" ;;
esac
line 5 forget
line 6 true
line 7 '#Summary?zoom=main'
line 8 '#Flame graph?zoom=main'
line 9 '#Memory?table=leaks'
line 10 true
line 11 '#Sources?at=a-long-name-of-a-file.c:4'
line 12 true
line 13 true
