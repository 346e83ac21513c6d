# A trace of an OpenMP program, for readers of others: OTF2's records of teams, locks
# and tasks, as otf2-print shows them, each with its end; and slices for Perfetto
# that are named by construct and line, as protoc decodes them.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <omp.h>
#include <unistd.h>

static omp_lock_t a, b;
static int done;

static void
take (omp_lock_t *lock)
{
  omp_set_lock (lock);				/* line 10 */
}

/* One is taken before the other is given back.  */
static void
hand_over (void)
{
  take (&a);
  take (&b);
  omp_unset_lock (&a);
  usleep (1000);
  omp_unset_lock (&b);
}

int
main (void)
{
  omp_init_lock (&a);
  omp_init_lock (&b);
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads (3)		/* line 30 */
  {
#pragma omp for schedule (static)		/* line 32 */
    for (int i = 0; i < 3; i++)
      usleep (1000);
    hand_over ();
#pragma omp critical				/* line 36 */
    done++;
#pragma omp barrier				/* line 38 */
    if (omp_get_thread_num () == 1)
      for (int i = 0; i < 6; i++)
#pragma omp task				/* line 41 */
	usleep (1000);
#pragma omp taskwait
    if (omp_get_thread_num () == 0)
#pragma omp parallel num_threads (2)		/* line 45 */
      usleep (2000);
  }
  return done != 3;
}
END
run 0 "$CC" -O1 -finstrument-gasp -fopenmp prog.c -o prog
run 0 "$GASP" run -q --trace -o profile ./prog
run 0 "$GASP" report --view=team-locks profile
run 0 "$GASP" trace -f text profile
count 9 out '= unlock 0x'

# Perfetto.
run 0 "$GASP" trace -o trace.pb profile
gcc "$SOURCE/testsuite/tools/protobuf.c" -o protobuf
run 0 ./protobuf 1 12 2 2 - trace.pb
for name in 'omp parallel prog.c:30' 'omp for prog.c:32' 'omp barrier prog.c:38' \
  'omp critical \(waiting\) prog.c:36' 'omp task prog.c:41' \
  'omp parallel prog.c:45'; do
  has out "^$name$"
done
run 0 ./protobuf 1 11 9 1 trace.pb
mv out begun
run 0 ./protobuf 1 11 9 2 trace.pb
cmp out begun || fail "$(cat begun) slices begin, and $(cat out) end"

need otf2-print
# It may be there without the library.
"$GASP" trace -f otf2 -o probe profile 2> probe.err \
  || ! grep 'cannot be loaded' probe.err || unsupported "no library of OTF2"
run 0 "$GASP" trace -f otf2 -o archive profile
run 0 otf2-print archive/traces.otf2
mv out events
run 0 otf2-print -G archive/traces.otf2
mv out definitions
has definitions '^PARADIGM .*OPENMP.*THREAD_FORK_JOIN'
has definitions 'GROUP .*COMM_LOCATIONS.*"OpenMP".* 4 Members'
has definitions '^COMM .*"team of 3 threads"'
has definitions '^COMM .*"team of 2 threads"'
while read -r name role; do
  name=$(echo "$name" | tr _ ' ')
  has definitions "REGION .*\"$name.* Role: $role, Paradigm: OPENMP"
done <<'END'
omp_parallel_prog.c:30 PARALLEL
omp_for_prog.c:32 LOOP
omp_barrier_prog.c:38 BARRIER
omp_barrier_of_parallel_prog.c:30 IMPLICIT_BARRIER
omp_critical_.waiting._prog.c:36 CRITICAL
omp_task_prog.c:41 TASK
omp_task_created_prog.c:41 TASK_CREATE
END
count 2 events '^THREAD_FORK '
count 2 events '^THREAD_JOIN '
count 1 events '^THREAD_FORK .*# Requested Threads: 3'
count 3 events '^THREAD_TEAM_BEGIN .*"team of 3 threads"'
count 3 events '^THREAD_TEAM_END .*"team of 3 threads"'
count 2 events '^THREAD_TEAM_BEGIN .*"team of 2 threads"'
count 9 events '^THREAD_ACQUIRE_LOCK .*OpenMP'
count 9 events '^THREAD_RELEASE_LOCK .*OpenMP'
# Three locks, which are got one after another in the order of their numbers, and
# given back by who has them (libgomp lets the next have it before that is told).
awk '
  /^THREAD_(ACQUIRE|RELEASE)_LOCK/ {
    match ($0, /Lock: [0-9]+/); lock = substr ($0, RSTART + 6, RLENGTH - 6)
    match ($0, /Order: [0-9]+/); order = substr ($0, RSTART + 7, RLENGTH - 7)
    if ($1 ~ /ACQUIRE/) {
      if (order != ++orders[lock]) { print "order: " $0; bad = 1 }
      owner[lock, order] = $2
    } else {
      if (owner[lock, order] != $2) { print "not had: " $0; bad = 1 }
      delete owner[lock, order]
    }
  }
  END { for (l in orders) { n++; if (orders[l] != 3) bad = 1 }
	for (o in owner) bad = 1
	exit bad || n != 3 }' events > wrong || { cat wrong; fail "locks"; }
# Each task is made, begins and ends once, by name; who ran it goes on with its own.
count 6 events '^THREAD_TASK_CREATE '
count 6 events '^THREAD_TASK_COMPLETE '
count 12 events '^THREAD_TASK_SWITCH '
task ()
{
  sed -n "s/^THREAD_TASK_$1 .*Creating Thread: \([0-9]*\).*Number: /\1 /p" events \
    | sort
}
task CREATE > created
task COMPLETE > completed
task SWITCH | grep -v ' 0$' > begun
[ "$(sort -u created | wc -l)" = 6 ] || { cat created; fail "names of tasks"; }
diff created completed || fail "other tasks end than were made"
diff created begun || fail "other tasks begin than were made"
count 6 created '^1 '
# What is entered is left, and the clock does not go back.
awk '$1 == "ENTER" { d[$2]++ } $1 == "LEAVE" { d[$2]-- } $2 ~ /^[0-9]+$/ && $3 < last[$2] { bad = 1 }
  { last[$2] = $3 } END { for (i in d) if (d[i]) bad = 1; exit bad }' events \
  || fail "enters and leaves"
