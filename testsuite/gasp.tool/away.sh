# What each function ran, in the kernel, too, what it waited, and what it was ready for a
# processor, beside the program's own clocks, while others take the processors; and in a
# process that is killed, or still runs.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#define OUT __attribute__ ((noipa))
#define SIZE ((size_t) 48 << 20)
static volatile double sink;
static double
now (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
OUT void
computes (void)
{
  double end = now (CLOCK_THREAD_CPUTIME_ID) + 2e8;
  while (now (CLOCK_THREAD_CPUTIME_ID) < end)
    for (int i = 0; i < 20000; i++)
      sink += i;
}
OUT void
sleeps (void)
{
  usleep (5000);
}
/* Most of it in the kernel.  */
OUT void
faults (void)
{
  char *p = mmap (0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (size_t i = 0; i < SIZE; i += 4096)
    p[i] = 1;
  munmap (p, SIZE);
}
static void
measure (const char *name, void (*function) (void), int times)
{
  double cpu = now (CLOCK_THREAD_CPUTIME_ID), all = now (CLOCK_MONOTONIC);
  for (int i = 0; i < times; i++)
    function ();
  printf ("%s %.0f %.0f\n", name, now (CLOCK_THREAD_CPUTIME_ID) - cpu, now (CLOCK_MONOTONIC) - all);
}
int
main (void)
{
  for (int i = 0; i < 2; i++)
    {
      measure ("computes", computes, 1);
      measure ("sleeps", sleeps, 20);
      measure ("faults", faults, 2);
    }
  return 0;
}
END
run 0 "$CC" -O1 --profile prog.c -o prog
echo 'int main (void) { for (;;); }' > busy.c
run 0 "$STOCK" busy.c -o busy
others=
trap '[ -z "$others" ] || kill $others' EXIT
for i in $(seq "$(nproc)"); do
  ./busy &
  others="$others $!"
done

# about WHAT NOW WANTED PART: it is that, but for so large a part and 10 ms.
about ()
{
  awk "BEGIN { off = $2 - $3; exit !(off * off <= ($4 * $3 + 1e7) ^ 2) }" \
    || { cat csv truth; fail "$1: $2 ns, not $3"; }
}

for how in '' $(often "" "--exact --clock=monotonic"); do
  rm -rf profile
  # shellcheck disable=SC2086
  run 0 "$GASP" run -q -o profile $how ./prog
  cp out truth
  "$GASP" report --format=csv --view=flat --limit=0 profile > csv
  for name in computes sleeps faults; do
    awk -v name=$name '$1 == name { cpu += $2; all += $3 } END { print cpu, all }' truth > sums
    read -r cpu all < sums
    case $name in
      computes)
	about "$how: computing" "$(figure running "void $name(void)")" "$cpu" .2
	about "$how: no waiting" "$(figure waiting "void $name(void)")" 0 0 ;;
      sleeps)
	total=$(figure total "void $name(void)")
	about "$how: all of sleeps" "$total" "$all" .1
	# It wakes up late, as others have the processors: then it is ready.
	waiting=$(figure waiting usleep)
	[ "$waiting" != none ] || waiting=$(figure waiting "void $name(void)")
	awk "BEGIN { exit !($waiting >= 1.9e8 && $waiting <= $all) }" \
	  || { cat csv truth; fail "$how: sleeps waited $waiting ns"; } ;;
      faults)
	[ "$how" = --clock=monotonic ] \
	  || about "$how: the kernel's, with its callees" \
	    "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { gsub ("\"", "", $i); c[$i] = i - NF } }
	      /"void faults|"munmap"|"mmap"|"mmap64"|"__munmap"/ { sum += $(NF + c["running"]) }
	      END { print sum }' csv)" "$cpu" .25 ;;
    esac
  done
done
kill $others
others=

# A process that waits as it is killed, by its parent or another, or is looked at.
cat > waits.c <<'END'
#include <pthread.h>
#include <unistd.h>
__attribute__ ((noipa)) static void *rests (void *p) { pause (); return p; }
int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, rests, NULL);
  sleep (100);
  return 0;
}
END
run 0 "$CC" -O1 --profile -pthread waits.c -o waits

# waited NAME LEAST MOST: in seconds.
waited ()
{
  "$GASP" report --format=csv --view=flat --limit=0 profile > csv
  waiting=$(figure waiting "$1")
  awk "BEGIN { exit !($waiting >= $2 * 1e9 && $waiting <= $3 * 1e9) }" \
    || { cat csv; fail "$1 waited $waiting ns, not $2 to $3 s"; }
}

rm -rf profile
got=0
"$GASP" run -q -o profile timeout -s KILL 2 ./waits 2> err || got=$?
[ $got = 137 ] || fail "status $got"
waited sleep 1.5 2.5
waited pause 1.5 2.5
rm -rf profile
"$GASP" run -q -o profile ./waits 2> err &
runs=$!
for i in $(seq 100); do
  process=$(find profile -name 'waits.*' 2> /dev/null | sed -n 's,.*/waits\.\([0-9]*\)\..*,\1,p')
  [ -z "$process" ] || break
  sleep 0.1
done
sleep 1
waited pause 0.5 20
waited sleep 0.5 20
kill -KILL "$process"
wait $runs || :
waited pause 0.5 20
waited sleep 0.5 20
