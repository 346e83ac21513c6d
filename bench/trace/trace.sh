#!/bin/sh
# trace.sh - what it takes to keep each call in time order.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: trace.sh BUILD RUNS
#
# An empty function, and ten that call each other by 11,110 paths, by the
# thread's processor time in the best of many short runs; and Lua: nanoseconds and
# bytes a call, the least of RUNS turns.  "clock"
# is the plain loop with the clock read twice in it; "all" is each call timed,
# without a trace; "beyond" is trace or ring minus clock.  Bytes are those of the
# chunks in use.

. "$(dirname "$0")/../part.sh"
PATH=$bin:$PATH

cat > empty.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <x86intrin.h>
#define CALLS 100000
static volatile unsigned long long sink;
__attribute__ ((noipa)) static void empty (void) { }
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
int
main (void)
{
  double best = 1e9;
  for (int run = 0; run < 60; run++)
    {
      double start = now ();
      for (int i = 0; i < CALLS; i++)
	{
#ifdef READ_CLOCK
	  sink = __rdtsc ();
	  sink = __rdtsc ();
#endif
	  empty ();
	}
      double time = (now () - start) / CALLS;
      if (time < best)
	best = time;
    }
  printf ("%.2f\n", best);
  return 0;
}
EOF
cat > used.c <<'EOF'
#include <stdio.h>
#include "trace-format.h"
int
main (void)
{
  static union { struct gasp_trace_chunk head; char all[GASP_TRACE_CHUNK]; } c;
  unsigned long n = 0;
  fread (&c, sizeof c, 1, stdin);
  while (fread (&c, sizeof c, 1, stdin) == 1)
    n += c.head.state != GASP_TRACE_UNUSED;
  printf ("%lu\n", n * GASP_TRACE_CHUNK);
  return 0;
}
EOF
gcc -O2 -I"$benches/../shared" -w used.c -o used
gcc -O2 empty.c -o plain
gcc -O2 -DREAD_CLOCK empty.c -o clock
gaspcc -O2 --profile empty.c -o prog
cat > paths.c <<'EOF'
#include <stdio.h>
#include <time.h>
#define EACH(DO) DO (0) DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8) DO (9)
#define DECLARE(n) static void f##n (int);
#define NAME(n) f##n,
#define WALK(depth) for (int i = 0; depth && i < 10; i++) all[i] (depth - 1)
#define DEFINE(n) __attribute__ ((noipa)) static void f##n (int d) { WALK (d); }
EACH (DECLARE)
static void (*const all[]) (int) = { EACH (NAME) };
EACH (DEFINE)
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
int
main (void)
{
  double best = 1e9;
  /* So that nodes are far from their callers' in the record.  */
  for (int depth = 1; depth < 4; depth++)
    WALK (depth);
  for (int run = 0; run < 60; run++)
    {
      double start = now ();
      WALK (4);
      double time = (now () - start) / 11110;
      if (time < best)
	best = time;
    }
  printf ("%.2f\n", best);
  return 0;
}
EOF
gcc -O2 paths.c -o paths-plain
gaspcc -O2 --profile paths.c -o paths

# least FILE: the least of the numbers in it.
least () { sort -n "$1" | head -1; }
# calls DIRECTORY: how many there are in a profile.
calls ()
{
  gasp report --format=csv --view=flat "$1" \
    | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^"?calls"?$/) c = i; next }
	       { n += $c } END { print n }'
}
# bytes DIRECTORY
bytes () { cat "$1"/*.trace | ./used; }

ways='all --timing=all
trace --trace=2G
ring --trace-last=16M'

rm -f ./*.times
i=0
while [ $i -lt "$runs" ]; do
  ./plain >> plain.times
  ./clock >> clock.times
  echo "$ways" | while read -r way option; do
    rm -rf "$way"
    gasp run -q $option -o "$way" ./prog >> "$way.times"
  done
  ./paths-plain >> paths-plain.times
  echo "$ways" | while read -r way option; do
    rm -rf "paths-$way"
    gasp run -q $option -o "paths-$way" ./paths >> "paths-$way.times"
  done
  i=$((i + 1))
done
per_call=$(echo "$(bytes trace) $(calls trace)" | awk '{ printf "%.2f", $1 / $2 }')
printf '%-8s %8s %8s %8s %8s %8s %14s %13s %11s\n' program plain clock all trace \
  ring 'trace beyond' 'ring beyond' 'bytes/call'
echo "$(least plain.times) $(least clock.times) $(least all.times)" \
  "$(least trace.times) $(least ring.times) $per_call" \
  | awk '{ printf "%-8s %8s %8s %8s %8s %8s %14.2f %13.2f %11s\n", "empty", $1,
	   $2, $3, $4, $5, $4 - $2, $5 - $2, $6 }'
per_call=$(echo "$(bytes paths-trace) $(calls paths-trace)" \
  | awk '{ printf "%.2f", $1 / $2 }')
echo "$(least paths-plain.times) $(least paths-all.times)" \
  "$(least paths-trace.times) $(least paths-ring.times) $per_call" \
  | awk '{ printf "%-8s %8s %8s %8s %8s %8s %28s %11s\n", "paths", $1, "", $2, $3,
	   $4, "", $5 }'

# Lua, in seconds and as ratios.
lua=$(fetch lua5.4) || exit 1
rm -rf lua-plain lua-gasp
cp -r "$lua" lua-plain
cp -r "$lua" lua-gasp
make -s -C lua-plain/src linux CC=gcc > lua.log 2>&1
make -s -C lua-gasp/src linux CC=gaspcc \
  MYCFLAGS=-finstrument-gasp-functions=emitted >> lua.log 2>&1
# seconds FILE COMMAND...: add what COMMAND takes to FILE.
seconds ()
{
  to=$1
  shift
  start=$(date +%s.%N)
  "$@" > /dev/null
  echo "$start $(date +%s.%N)" | awk '{ print $2 - $1 }' >> "$to"
}
i=0
while [ $i -lt "$runs" ]; do
  seconds lua-plain.times ./lua-plain/src/lua "$benches/../examples/demo.lua" 0.2
  echo "$ways" | while read -r way option; do
    rm -rf "lua-$way"
    seconds "lua-$way.times" gasp run -q $option -o "lua-$way" \
      ./lua-gasp/src/lua "$benches/../examples/demo.lua" 0.2
  done
  i=$((i + 1))
done
echo "$(least lua-plain.times) $(least lua-all.times)" \
  "$(least lua-trace.times) $(least lua-ring.times)" \
  "$(bytes lua-trace) $(calls lua-trace)" \
  | awk '{ printf "%-8s %8.2f %8s %8.2f %8.2f %8.2f   (ratios; %d calls)  %11.2f\n", "lua", 1,
	   "", $2 / $1, $3 / $1, $4 / $1, $6, $5 / $6 }'
