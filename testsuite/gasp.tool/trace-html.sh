# The time line in HTML has each thread's calls, at their depth and for their time, finds
# them by name, and can be moved in; of more calls than a page holds it leaves the shortest
# out, and says so.  Of calls that share a pixel the longest is drawn.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <pthread.h>
#include <unistd.h>
static void nap (int ms) { usleep (ms * 1000); }
static void tick (void) { __asm__ volatile (""); }
static void *
other (void *unused)
{
  nap (30);
  return unused;
}
int
main (int argc, char **argv)
{
  pthread_t t;
  nap (20);
  pthread_create (&t, NULL, other, NULL);
  pthread_join (t, NULL);
  for (int i = 0; i < (argc > 1 ? 1600000 : 1000); i++)
    tick ();
  nap (10);
}
END
run 0 "$CC" -g -O1 --profile -pthread prog.c -o prog
run 0 "$GASP" run -q --trace -o profile ./prog
run 0 "$GASP" trace --output=report.html profile
has report.html '<title>GASP time line<'

. "$HERE/../lib/browser.sh"
ask '' '
  seen.push (rows.map (r => r.name.replace (/ [0-9]+,/, "")).join ());
  const row = rows[order[0]], names = i => data.places[row.place[i]][0];
  seen.push (Array.from (row.levels[1].calls).map (names)
    .filter (n => n === "nap").join ());
  seen.push (Array.from (row.place).filter ((p, i) => names (i) === "tick").length);
  const nap = row.levels[1].calls[0], ms = (row.end[nap] - row.begin[nap]) / 1e6;
  seen.push (ms >= 20 && ms < 400);
  const second = rows[order[1]];
  seen.push (data.places[second.place[1]][0] + " " + second.depth[1]
    + " " + (second.begin[0] >= row.end[nap]));
  document.getElementById ("search").value = "tick"; search ();
  seen.push (text ("found").replace (/,[^,]*$/, ""));
  press ("n"); await wait (100);
  seen.push (text ("selected").replace (/ .*/, ""));
  press ("f"); await wait (100);
  seen.push (span < 1e7);
  const at = from; press ("d"); await wait (50); seen.push (from > at);
  press ("0"); await wait (50); seen.push (span > data.span);
  press ("ArrowUp"); await wait (50);
  seen.push (text ("selected").replace (/ .*/, ""));
  select (callAt (x ((row.begin[nap] + row.end[nap]) / 2), AXIS + GAP + LINE + 4));
  seen.push (text ("selected").replace (/;.*/, ""));
  // A thousand calls, of which number 700 is the longest.
  const many = { begin: [], end: [], place: [], hasWait: [] };
  for (let i = 0; i < 1000; i++) {
    many.begin.push (10 * i);
    many.end.push (10 * i + (i === 700 ? 9 : 1 + i % 7));
  }
  const level = levelOf (many, many.begin.map ((t, i) => i));
  seen.push ([[0, 1000], [690, 720], [0, 650], [698, 703], [701, 703]].map (([a, b]) =>
    many.end[longestOf (many, level, a, b)] % 10).join ());
  let wrong = 0;
  for (let low = 0; low < 1000; low += 37)
    for (let time = -5; time < 10005; time += 3) {
      const right = many.end.findIndex ((end, i) => i >= low && end > time);
      wrong += firstBehind (level, time, low) !== (right < 0 ? 1000 : right);
    }
  seen.push (wrong);
  // The colour of what lasts less than a pixel, and when it is not what is searched for.
  const ticks = Array.from (row.levels[1].calls).filter (i => names (i) === "tick");
  const tick = ticks[500];
  const colour = () => {
    draw ();
    const ratio = devicePixelRatio || 1;
    return context.getImageData (Math.floor (x (row.begin[tick])) * ratio,
      (AXIS + GAP + LINE + 3) * ratio, 1, 1).data.slice (0, 3).join ();
  };
  const apart = (row.begin[ticks[900]] - row.begin[ticks[100]]) / 800;
  const wide = 5 * apart * (width - NAMES);
  show (row.begin[tick] - wide / 2, wide);
  context.fillStyle = colours.function;
  const hex = context.fillStyle, part = i => parseInt (hex.slice (i, i + 2), 16);
  document.getElementById ("search").value = ""; search ();
  seen.push (colour () === [part (1), part (3), part (5)].join ());
  document.getElementById ("search").value = "main"; search ();
  seen.push (colour () !== [part (1), part (3), part (5)].join ());
'
line 1 'prog thread 0,prog thread 1'
line 2 'nap,nap'
line 3 1000
line 4 true
line 5 'nap 1 true'
line 6 '1,000 calls'
line 7 tick
line 8 true
line 9 true
line 10 true
line 11 main
line 12 "nap  prog.c:3"
line 13 9,9,7,9,3
line 14 0
line 15 true
line 16 true

# Too many of them.
run 0 "$GASP" run -q --trace -o long ./prog long
run 0 "$GASP" trace --format=html --output=report.html long
ask '' '
  seen.push (data.left_out > 100000);
  seen.push (/calls shorter than [0-9.]+.(ns|µs) are left out/.test (text ("facts")));
  seen.push (rows[order[0]].levels[1].length >= 2);
'
line 1 true
line 2 true
line 3 true
