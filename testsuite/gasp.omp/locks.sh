# Locks of an OpenMP program: how often each was taken at which line, how long it
# was waited for and held; and who made whom wait, by line and thread.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <omp.h>
#include <unistd.h>

static omp_lock_t lock, other, tried;
static volatile int has_it, wanting, here;

/* Thread 1 has the lock while two others wait for it, 40 ms; then these two one
   after the other.  */
static void
contend (void)
{
  int me = omp_get_thread_num ();
  if (me == 1)
    {
      omp_set_lock (&lock);			/* line 15 */
      has_it = 1;
      while (wanting < 2);
      usleep (40000);
      omp_unset_lock (&lock);
    }
  else if (me > 1)
    {
      while (!has_it)
	usleep (100);
      __atomic_add_fetch (&wanting, 1, __ATOMIC_SEQ_CST);
      omp_set_lock (&lock);			/* line 26 */
      usleep (10000);
      omp_unset_lock (&lock);
    }
}

static void
alone (void)
{
  omp_set_lock (&other);			/* line 35 */
  omp_unset_lock (&other);
  if (omp_test_lock (&tried))			/* line 37 */
    {
      usleep (5000);
      omp_unset_lock (&tried);
    }
}

static void
criticals (void)
{
  for (int i = 0; i < 5; i++)
    {
#pragma omp critical (one)			/* line 49 */
      here++;
#pragma omp critical (two)			/* line 51 */
      here--;
    }
}

int
main (void)
{
  omp_init_lock (&lock);
  omp_init_lock (&other);
  omp_init_lock (&tried);
#pragma omp parallel num_threads (4)
  {
    contend ();
#pragma omp barrier
#pragma omp master
    alone ();
    criticals ();
  }
  return 0;
}
END
run 0 "$CC" -O1 -finstrument-gasp -fopenmp prog.c -o prog
run 0 "$GASP" run -q -o profile ./prog
table team-locks profile
same "calls at 15" "$(field line 15 calls)" 1
same "calls at 26" "$(field line 26 calls)" 2
same "the lock of 15 and 26" "$(field line 15 lock)" "$(field line 26 lock)"
[ "$(field line 35 lock)" != "$(field line 15 lock)" ] || fail "two locks are one"
same "holds at 37" "$(field line 37 holds)" 1
same "waits at 37" "$(field line 37 calls)" 0
same "calls at 49" "$(field line 49 calls)" 20
same "holds at 51" "$(field line 51 holds)" 20
same "construct at 49" "$(field line 49 event)" "omp critical"
same "construct at 15" "$(field line 15 event)" "omp lock"
# At least; on a busy machine all takes longer.
least "held at 15" "$(field line 15 held)" 40000000
least "held at 26" "$(field line 26 held)" 20000000
least "held at 37" "$(field line 37 held)" 5000000
least "waited at 26" "$(field line 26 waited)" 80000000
most_time "waited at 35" "$(field line 35 waited)" 5000000
waited=$(field line 26 waited)

# Thread 1 of the team made both others wait; the first of them, the second.
table lock-blame profile
same "who waited for line 15" "$(field holder_line 15 line | sort -u)" 26
same "threads that waited for line 15" \
  "$(field holder_line 15 thread | sort -u | wc -l)" 2
same "threads that they waited for" \
  "$(field holder_line 15 holder | sort -u | wc -l)" 1
least "waited for line 15" "$(field holder_line 15 time | sum)" 75000000
same "waits for line 26" "$(field holder_line 26 count)" 1
least "waited for line 26" "$(field holder_line 26 time)" 9000000
# All waiting has its culprit.
blamed=$(field line 26 time | sum)
least "what has a culprit" "$blamed" "$((waited / 100 * 95))"
most "what has a culprit" "$blamed" "$((waited + 10))"

# Text and JSON.
run 0 "$GASP" report --view=team-locks,lock-blame profile
has out '^Who waited for whom'
has out '^Locks of threads'
run 0 "$GASP" report --format=json --view=lock-blame --output=blame.json profile
valid_json blame.json
has blame.json '"holder_line": *15'

# A program that has none has no such pages.
echo 'int main (void) { return 0; }' > none.c
run 0 "$CC" -finstrument-gasp -fopenmp none.c -o none
run 0 "$GASP" run -q -o none.out ./none
run 0 "$GASP" report none.out
hasnt out 'Locks of threads|Who waited|Threads of teams|Tasks|Parallel|Shared work'

# What a child of fork has is its own.
cat > fork.c <<'END'
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>
static omp_lock_t lock;
int
main (void)
{
  omp_init_lock (&lock);
#pragma omp parallel num_threads (1)
  omp_set_lock (&lock);
  omp_unset_lock (&lock);
  pid_t child = fork ();
  if (!child)
    {
#pragma omp parallel num_threads (1)
      {
	omp_set_lock (&lock);		/* line 17 */
	omp_unset_lock (&lock);
      }
      return 0;
    }
  int status;
  waitpid (child, &status, 0);
  return status;
}
END
run 0 "$CC" -finstrument-gasp -fopenmp fork.c -o fork
run 0 "$GASP" run -q -o fork.out ./fork
table team-locks fork.out
same "calls in the child" "$(field line 17 calls)" 1
