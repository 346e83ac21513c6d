# The HTML report is driven by keys alone, and its address has what is on show.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
# The time of usleep is its caller's.
export GASP_THREADS=no
cat > prog.c <<'END'
#include <unistd.h>
static void leaf (int n) { usleep (n); }
static void left (void) { leaf (30000); }
static void right (void) { leaf (10000); }
int
main (void)
{
  left ();
  right ();
  usleep (5000);
  return 0;
}
END
run 0 "$CC" -g -O0 --profile prog.c -o prog
run 0 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=html --output=report.html profile

. "$HERE/../lib/browser.sh"
ask '#Flame%20graph' '
  press ("ArrowDown ArrowDown"); seen.push (text ("flame-selected"));
  press ("ArrowDown"); seen.push (text ("flame-selected"));
  press ("ArrowRight"); seen.push (text ("flame-selected"));
  press ("Enter"); seen.push (at ());
  press ("a"); seen.push (at ());
  press ("Escape"); seen.push (at ());
  press ("Home"); seen.push (at ());
  press ("5"); seen.push (tab ());
  press ("2"); seen.push (tab ());
  press ("/"); seen.push (document.activeElement.id);
  document.activeElement.value = "leaf";
  document.activeElement.dispatchEvent (new Event ("input"));
  press ("Escape"); seen.push (document.activeElement.tagName);
  press ("n"); seen.push (text ("flame-selected").split (":")[0]);
  seen.push (at ());
  press ("?"); seen.push (document.getElementById ("keys").open);
' \
  '#Flame%20graph?zoom=main%253Bleft&search=leaf' '
  seen.push (text ("flame-found").split (" in ")[1]);
  location.hash = "#Sources?at=" + data.sources[0].file + ":2"; await wait (200);
  seen.push (tab ());
  seen.push (document.querySelector ("#source-text .at .n").textContent);
  location.hash = "#Flame%20graph?zoom=main;left;nowhere"; await wait (200);
  seen.push (at ());
  location.hash = "#nonsense"; await wait (200); seen.push (tab ());
' \
  '#Flame%20graph?callers=below' '
  press ("ArrowDown ArrowDown"); seen.push (text ("flame-selected").split (":")[0]);
  press ("ArrowDown"); seen.push (text ("flame-selected").split (":")[0]);
  press ("ArrowRight"); seen.push (text ("flame-selected").split (":")[0]);
  press ("ArrowDown"); seen.push (text ("flame-selected").split (":")[0]);
  const sum = nodes => nodes.reduce ((s, v) => s + Math.max (0, v), 0);
  const whole = sum (data.trees[0].self[0]);
  seen.push (Math.abs (graph.total[0] / whole - 1) < 1e-9);
  press ("i"); seen.push (at ());
' \
  '#Call%20tree' '
  const rows = () => document.querySelectorAll ("#tree-rows tr").length;
  const name = () => document.querySelector ("#tree-rows .at .name").textContent;
  press ("ArrowDown"); seen.push (name ().replace (/[^a-z]/g, ""));
  press ("ArrowLeft"); const folded = rows ();
  press ("*"); seen.push (rows () > folded + 3);
  press ("ArrowRight ArrowRight"); seen.push (name ().replace (/[^a-z]/g, ""));
  press ("ArrowLeft ArrowLeft ArrowLeft");
  seen.push (name ().replace (/[^a-z]/g, ""));
  press ("End"); seen.push (document.getElementById ("tree-table")
    .getAttribute ("aria-activedescendant") === document
    .querySelector ("#tree-rows tr:last-child").id);
  press ("Home ArrowDown ArrowRight ArrowRight Enter"); await wait (200);
  seen.push (at ());
  // On narrow screens there is only the second part of a name.
  seen.push (document.querySelectorAll ("#tree-rows .qualifier + .last").length > 2);
  for (const n of ["a::b::e(f::g)", "main"])
    seen.push (cutName (n).map (part => part.textContent).join (" + "));
' \
  '#Flame%20graph' '
  HTMLAnchorElement.prototype.click = function () { seen.push (this.download, this.href.slice (0, 15)); };
  document.getElementById ("flame-save").click ();
'

# The flame graph: main, its widest callee, the one beside, zoom in and out.
case $(sed -n 1p seen) in main:*) ;; *) fail "not main";; esac
case $(sed -n 2p seen) in left:*) ;; *) fail "not left";; esac
case $(sed -n 3p seen) in right:*) ;; *) fail "not right";; esac
line 4 '#Flame graph?zoom=main;right'
line 5 '#Flame graph?zoom=main;left'
line 6 '#Flame graph?zoom=main'
line 7 '#Flame graph'
line 8 'Callers'
line 9 'Flame graph'
line 10 'flame-search'
line 11 'BODY'
line 12 'leaf'
line 13 '#Flame graph?search=leaf'
line 14 'true'

# An address is followed.
page_seen 2
line 1 '1 place'
line 2 'Sources'
line 3 '2'
line 4 '#Flame graph?zoom=main;left'
line 5 'Summary'

# Callers below: leaf took the time, of which three quarters below left.
page_seen 3
line 1 'leaf'
line 2 'left'
line 3 'right'
line 4 'main'
line 5 'true'
line 6 '#Flame graph'

# The call tree folds and unfolds, and leads to the flame graph.
page_seen 4
line 1 main
line 2 true
line 3 leaf
line 4 main
line 5 true
line 6 '#Flame graph?zoom=main;left'
line 7 true
line 8 'a::b:: + e(f::g)'
line 9 ' + main'

# A picture of the graph can be saved.
page_seen 5
line 1 'flame-graph.png'
line 2 'data:image/png;'
