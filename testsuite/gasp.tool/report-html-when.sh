# The HTML report shows when each thread had a processor, also of a run without a trace;
# a part of that, chosen by mouse or keys, is what the flame graph, the functions and the
# lines below it are of.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/browser.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
cp "$HERE/../gasp.tool/phases.c" prog.c
run 0 "$STOCK" -O1 -g prog.c -o prog -pthread
run 0 "$GASP" run -q -o profile ./prog
cp out times
table processes profile threads
start=$(field program "$PWD/prog" started | sort -n | head -n 1)
marks=$(awk -v start="$start" '{ printf "%s%d", c, $1 * 1000 - start; c = "," }' times)
echo "marks: $marks"
run 0 "$GASP" report --format=html --output=report.html profile
script='
  const [one, two, three] = ['$marks'].map (t => t / data.when.span * data.when.bins);
  const ms = name => {
    const row = figuresOfPlaces (graphOfAll).find (r => data.places[r.place][0] === name);
    return row ? row.total / 1e6 : 0;
  };
  const about = (name, wanted) =>
    seen.push (name + " " + (Math.abs (ms (name) - wanted) < 40
			      || ms (name) + " is not " + wanted));
  const settle = () => wait (50);
'
ask '#Flame%20graph' "$script"'
  seen.push (data.when.rows.length, isPartOfRun ());
  choosePart (0, one);
  about ("first", 150); about ("second", 0); about ("main", 150);
  seen.push ([...document.querySelectorAll ("#flame-functions h2")]
             .map (e => e.textContent.replace (/[0-9.]+\s(.?s|rows?)/g, "N")).join ());
  seen.push (hottestLines (graphOfAll, "").querySelector ("td.place").textContent);
  choosePart (one, two); about ("first", 0); about ("second", 150);
  choosePart (two, three); about ("second", 0); about ("other", 100);
  choosePart (three, data.when.bins); about ("child", 100); about ("other", 0);
  document.getElementById ("flame-thread").value = "1"; chooseGraph ("");
  about ("child", 0); seen.push (at ().replace (/[0-9]+/g, "N"));
  document.getElementById ("flame-thread").value = "0";
  choosePart (0, data.when.bins); seen.push (isPartOfRun (), at ());
' \
  '#Summary?from=10&to=20' "$script"'
  seen.push (at (), isPartOfRun ());
  const picture = document.querySelector ("#when [role=application]");
  picture.focus ();
  press ("ArrowUp"); seen.push (at ());
  press ("ArrowRight"); seen.push (at ());
  openTab ("Flame graph"); seen.push (at ());
  press ("Home"); seen.push (isPartOfRun ());
  const svg = picture.firstChild, box = svg.getBoundingClientRect ();
  const point = (type, x) => svg.dispatchEvent (new PointerEvent (type,
    { clientX: box.left + 90 + (box.width - 90) * x, clientY: box.top + 5,
      bubbles: true }));
  point ("pointerdown", 0.25); point ("pointermove", 0.4); point ("pointerup", 0.5);
  seen.push (part.from * 4 === data.when.bins, part.to * 2 === data.when.bins);
  seen.push (svg.isConnected);
  document.querySelector ("#when button").click (); seen.push (isPartOfRun ());
'
line 1 3
line 2 false
line 3 'first true'
line 4 'second true'
line 5 'main true'
line 6 'Functions of all threads, 0 to N N,Hottest lines N'
line 7 "prog.c:$(grep -n 'for (volatile' prog.c | cut -d: -f1)"
line 8 'first true'
line 9 'second true'
line 10 'second true'
line 11 'other true'
line 12 'child true'
line 13 'other true'
line 14 'child true'
line 15 '#Flame graph?from=N&to=N&thread=N'
line 16 false
line 17 '#Flame graph'

# Keys, where the picture has them; the mouse; and another tab with the same graph.
page_seen 2
line 1 '#Summary?from=10&to=20'
line 2 true
line 3 '#Summary?from=13&to=18'
line 4 '#Summary?from=16&to=21'
line 5 '#Flame graph?from=16&to=21'
line 6 false
line 7 true
line 8 true
line 9 false
line 10 false

# Joined records have it, too.
run 0 "$GASP" join profile
run 0 "$GASP" report --format=html --output=report.html profile
ask '#Flame%20graph' "$script"'
  choosePart (0, one); about ("first", 150); about ("second", 0);
'
line 1 'first true'
line 2 'second true'
