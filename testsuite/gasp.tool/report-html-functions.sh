# In the HTML report, the flame graph has what is found or zoomed into with its callers
# and callees below it, and can show only that, or all but that.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/browser.sh"
# The time of usleep is its caller's.
export GASP_THREADS=no
cat > prog.c <<'END'
#include <pthread.h>
#include <unistd.h>
static void leaf (int n) { usleep (n); }
static void left (int depth) { leaf (15000); if (depth) left (depth - 1); }
static void right (void) { leaf (10000); }
static void *other (void *p) { right (); usleep (10000); return p; }
int
main (void)
{
  pthread_t thread;
  left (1);
  right ();
  usleep (50000);
  pthread_create (&thread, 0, other, 0);
  pthread_join (thread, 0);
  return 0;
}
END
run 0 "$CC" -g -O0 --profile prog.c -o prog -pthread
run 0 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=html --output=report.html profile
show='const rows = n => [...document.querySelectorAll ("#flame-functions table")[n]
    .querySelectorAll ("tbody tr")].map (r => [r.querySelector (".name").textContent,
      r.children[2].textContent].join (" ")).sort ().join ();
  const whole = () => Math.round (graph.total[0] / 1e6);
  const settle = () => wait (50);'

ask '#Flame%20graph?search=leaf' "$show"'
  seen.push (rows (0));
  const all = whole ();
  press ("o"); const found = whole (); seen.push (at ());
  press ("o"); const others = whole (); seen.push (at ());
  seen.push (Math.abs (all - found - others) <= 1 && found > 40 && others > 60);
  press ("o"); seen.push (at ()); seen.push (whole () === all);
  press ("/"); document.activeElement.value = "left";
  document.activeElement.dispatchEvent (new Event ("input"));
  press ("Escape");
  seen.push (rows (0)); seen.push (rows (1));
  // What is a link is the next that is chosen.
  [...document.querySelectorAll ("#flame-functions a")]
    .find (e => e.textContent === "main").click ();
  await settle (); seen.push (at ());
' \
  '#Flame%20graph?thread=2' "$show"'
  seen.push (document.querySelector ("#flame-functions h2").textContent
             .replace (/ \d+ rows/, ""));
  seen.push ([...document.querySelectorAll ("#flame-functions .name")].slice (1)
             .map (e => e.textContent).sort ().join ());
  document.getElementById ("flame-search").value = "leaf";
  search (); seen.push (rows (0));
  press ("i"); seen.push (rows (0));
'
line 1 'left 2,right 2'
line 2 '#Flame graph?search=leaf&show=found'
line 3 '#Flame graph?search=leaf&show=others'
line 4 true
line 5 '#Flame graph?search=leaf'
line 6 true
line 7 'left 1,main 1'
line 8 'leaf 2,left 1'
sed -n 9p seen | grep '#Flame graph?search=.*main' || fail "not main"

# Of one thread; and upside down.
page_seen 2
sed -n 2p seen | grep 'leaf,other.*,right' || fail "not the thread's functions"
line 3 'right 1'
line 4 'right 1'
