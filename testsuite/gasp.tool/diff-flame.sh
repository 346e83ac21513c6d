# The flame graph of gasp diff shows what each path took before, and colours it.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 200

. "$HERE/../lib/still.sh"
cat > prog.c <<'END'
#include <unistd.h>
static void leaf (int n) { usleep (n); }
static void more (void) { leaf (20000 * PART); }
static void less (void) { leaf (60000 / PART); }
static void same (void) { leaf (20000); }
#if PART == 3
static void added (void) { leaf (20000); }
#else
static void gone (void) { leaf (20000); }
#endif
int
main (void)
{
  more ();
  less ();
  same ();
#if PART == 3
  added ();
#else
  gone ();
#endif
  return 0;
}
END
for part in 1 3; do
  mkdir build$part
  cp prog.c build$part/prog.c
  run 0 "$CC" -g -O0 --profile -DPART=$part build$part/prog.c -o prog$part
  for i in a b c; do
    still run$part$i ./prog$part 120
  done
done
run 0 "$GASP" diff --format=html --output=report.html run1? vs run3?
run 0 "$GASP" report --format=html --output=plain.html run3a
has report.html '"old":\[[0-9]*,.*-1'
hasnt plain.html '"old":'
# What is equal is in no colour, and says so.
run 0 "$GASP" diff --format=html --output=equal.html run1a run1b
has equal.html '"changed":\[0(,0)*\]'
has equal.html '<title>GASP comparison<'
has equal.html '"Result","no function'
has report.html '"changed":\[.*1'
has report.html '"Old","3 runs'
hasnt report.html 'GASP profile'
has plain.html '<title>GASP profile<'

. "$HERE/../lib/browser.sh"
ask '#Flame%20graph' '
  const show = name => {
    const i = data.places.findIndex (p => p[0] === name);
    select (graph.tree.place.indexOf (i));
    return text ("flame-selected").replace (/[^;]*; before: /, "")
      .replace (/.*\((.).*/, "$1");
  };
  seen.push (show ("more"), show ("less"), show ("added"));
  const change = name => Math.abs (changeOf (graph.tree.place.indexOf
    (data.places.findIndex (p => p[0] === name))));
  seen.push (change ("same") < change ("more") / 3);
  select (graph.tree.place.indexOf
    (data.places.findIndex (p => p[0] === "more")));
  seen.push (changeColour (selected) !== changeColour (0));
  seen.push (document.getElementById ("flame-hint-changes").hidden);
  press ("b"); seen.push (at (), hasOld ());
  press ("b"); seen.push (at (), hasOld ());
  press ("i"); seen.push (Boolean (hasOld ()),
    document.getElementById ("flame-changes").parentElement.hidden);
'
line 1 +
line 2 -
line 3 'not called'
line 4 true
line 5 true
line 6 false
line 7 '#Flame graph?colours=names'
line 8 false
line 9 '#Flame graph'
line 10 true
line 11 false
line 12 true
