# The first screen of a comparison in HTML: what takes more time and what less, by how
# much; key figures as they are and were; and that nothing changed where that is so.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

cat > prog.c <<'END'
#include <stdlib.h>
#include <unistd.h>
static void more (void) { usleep (20000 * PART); }
static void less (void) { usleep (80000 / PART); }
static void same (void) { usleep (20000); }
static void fill (void) { free (malloc (100000 * PART)); }
int
main (void)
{
  more ();
  less ();
  same ();
  fill ();
}
END
for part in 1 4; do
  run 0 "$CC" -g -O0 -w --profile -DPART=$part prog.c -o prog$part
  for i in a b c; do
    run 0 "$GASP" run -q -o run$part$i ./prog$part
  done
done
run 0 "$GASP" diff --format=html --output=report.html run1? vs run4?

. "$HERE/../lib/browser.sh"
asked='
  const all = what => [...document.querySelectorAll (what)]
    .map (e => e.textContent.replace (/\u202f/g, " "));
  seen.push (tab ());
  seen.push (all ("#findings .worse p:first-child").find (t => /in more/.test (t)));
  seen.push (all ("#findings .better p:first-child").find (t => /in less/.test (t)));
  seen.push (all ("#figures dt").join ());
  seen.push (all (".card h2").join ());
  seen.push (all (".bars .what").join ());
  seen.push (all ("#findings .top p:first-child").join ());
  seen.push (document.getElementById ("flame-canvas").offsetParent !== null);
'
ask '' "$asked"
line 1 Summary
case $(sed -n 2p seen) in
  "usleep in more waits "*" ms more: "*" ms → "*" ms (+"*" %).") ;;
  *) fail "what takes more" ;;
esac
case $(sed -n 3p seen) in
  "usleep in less waits "*" ms less: "*" ms → "*" ms (−"*" %).") ;;
  *) fail "what takes less" ;;
esac
case $(sed -n 4p seen) in
  Time,Processor,*Thread\ time,Allocated,*Peak\ memory,Calls) ;; # Ready, if it was
  *) fail "the figures" ;;
esac
# A busy machine adds to these.
sed -n 5p seen > cards
sed -n 6p seen > bars
for card in 'More time all' 'Less time all' 'Memory allocated all'; do has cards "$card"; done
for bar in 'usleep in more, waiting' 'usleep in less, waiting' malloc; do has bars "$bar"; done
line 7 ''
line 8 true

run 0 "$GASP" diff --format=html --output=report.html run1? vs run1?
ask '' "$asked"
line 1 Summary
line 2 ''
line 5 ''
line 7 'No function’s own time changed by more than the noise.'
