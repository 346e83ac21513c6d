# With LLVM's archer, GCC's thread sanitizer says nothing of what OpenMP's constructs
# put in order, and reports what they do not.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
archer=$(ls -v /usr/lib/llvm-*/lib/libarcher.so 2> /dev/null | tail -1)
[ "$archer" ] || unsupported "no libarcher (libomp-dev)"
version=${archer#/usr/lib/llvm-} version=${version%%/*}
cat > ordered.c <<'END'
#include <omp.h>
int
main (void)
{
  int a[100], sum = 0, x = 0;
  omp_lock_t lock;
  omp_init_lock (&lock);
#pragma omp parallel num_threads (4)
  {
#pragma omp for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp for reduction (+:sum)
    for (int i = 0; i < 100; i++)
      sum += a[99 - i];
#pragma omp critical
    x++;
#pragma omp barrier
    omp_set_lock (&lock);
    x++;
    omp_unset_lock (&lock);
#pragma omp barrier
#pragma omp single
    {
#pragma omp task depend (out:x)
      x++;
#pragma omp task depend (in:x)
      sum += x;
    }
  }
  return sum != 4959;
}
END
cat > race.c <<'END'
int
main (void)
{
  int sum = 0, a[1000];
#pragma omp parallel for num_threads (4)
  for (int i = 0; i < 1000; i++)
    {
      a[i] = i;
      sum += a[i];		/* line 9 */
    }
  return sum < 0;
}
END
# What archer is not told by libomp, or otherwise.
cat > more.c <<'END'
#include <stdlib.h>

int chain[100], flag, data;

static void
copies (void)
{
  int sum = 0;
#pragma omp parallel num_threads (4) reduction (+:sum)
  for (int i = 0; i < 5; i++)
    {
      int x;
#pragma omp single copyprivate (x)
      x = 7 + i;
      sum += x;
    }
  if (sum != 180)
    abort ();
}

/* Combined by atomic operations, and under a lock.  */
static void
reductions (void)
{
  int sum = 0, most = 0, parts[3] = { 0 };
  double half = 0;
#pragma omp parallel num_threads (4)
  {
#pragma omp for reduction (max:most)
    for (int i = 0; i < 8; i++)
      most = most > i ? most : i;
#pragma omp for reduction (+:half, parts) nowait
    for (int i = 0; i < 8; i++)
      {
	half += .5;
	parts[i % 3] += most;
      }
#pragma omp barrier
    if (half != 4 || parts[2] != 14)
      abort ();
  }
#pragma omp parallel num_threads (4)
  {
#pragma omp for reduction (task, +:sum)
    for (int i = 0; i < 8; i++)
#pragma omp task in_reduction (+:sum)
      sum += i;
    if (sum != 28)
      abort ();
  }
}

static void
doacross (void)
{
#pragma omp parallel for ordered (1) num_threads (4)
  for (int i = 1; i < 100; i++)
    {
#pragma omp ordered depend (sink: i - 1)
      chain[i] = chain[i - 1] + 1;
#pragma omp ordered depend (source)
    }
  if (chain[99] != 99)
    abort ();
}

static void
flushes (void)
{
#pragma omp parallel sections num_threads (2)
  {
#pragma omp section
    {
      data = 42;
#pragma omp flush
#pragma omp atomic write
      flag = 1;
    }
#pragma omp section
    {
      int seen = 0;
      while (!seen)
	{
#pragma omp atomic read
	  seen = flag;
	}
#pragma omp flush
      if (data != 42)
	abort ();
    }
  }
}

int
main (void)
{
  copies ();
  reductions ();
  doacross ();
  flushes ();
  return 0;
}
END
# What one thread is quick enough to execute all of.
cat > turns.c <<'END'
#include <stdlib.h>

int x, a[10];

static void
sections (void)
{
#pragma omp parallel sections num_threads (4)
  {
#pragma omp section
    x = 1;
#pragma omp section
    x = 2;
  }
}

static void
tasks (void)
{
#pragma omp parallel num_threads (2)
#pragma omp single
  {
#pragma omp task
    x = 1;
#pragma omp task
    x = 2;
  }
}

static void
creator (void)
{
#pragma omp parallel num_threads (4)
#pragma omp single
  {
#pragma omp task
    x = 1;
    x = 2;
  }
}

static void
chunks (void)
{
#pragma omp parallel for schedule (dynamic) num_threads (4)
  for (int i = 0; i < 9; i++)
    a[i + 1] = a[i] + 1;
}

static void
singles (void)
{
#pragma omp parallel num_threads (4)
  {
#pragma omp single nowait
    x = 1;
#pragma omp single nowait
    x = 2;
  }
}

/* Whoever waits for the first task does not wait for the second, which the
   thread that has executed the first begins.  */
static void
follower (void)
{
  int first = 0;
#pragma omp parallel num_threads (2)
#pragma omp single
  {
#pragma omp task shared (first) depend (out: first)
    first = 1;
#pragma omp task shared (first) depend (in: first)
    x = first;
#pragma omp task depend (in: first) if (0)
    {}
    x += 2;
  }
}

static void
follower_of_taskwait (void)
{
  int first = 0;
#pragma omp parallel num_threads (2)
#pragma omp single
  {
#pragma omp task shared (first) depend (out: first)
    first = 1;
#pragma omp task shared (first) depend (in: first)
    x = first;
#pragma omp taskwait depend (in: first)
    x += 2;
  }
}

/* The thread that sets X may do so when others have added to it.  */
static void
reduced (void)
{
#pragma omp parallel num_threads (2)
  {
#pragma omp master
    x = 1;
#pragma omp for reduction (+:x)
    for (int i = 0; i < 9; i++)
      x += i;
  }
}

int
main (int argc, char **argv)
{
  static void (*const kinds[]) (void)
    = { sections, tasks, creator, chunks, singles, follower,
	follower_of_taskwait, reduced };
  kinds[argc == 2 ? atoi (argv[1]) : 0] ();
  return 0;
}
END
for program in ordered race more turns; do
  run 0 "$CC" -g -O1 -fopenmp -fsanitize=thread -finstrument-gasp $program.c \
    -o $program
done
export TSAN_OPTIONS='ignore_noninstrumented_modules=1 exitcode=66'
# Without it, the sanitizer takes libgomp's barriers for nothing.
OMP_TOOL=disabled run 66 ./ordered
OMP_TOOL_LIBRARIES=$archer run 0 ./ordered
OMP_TOOL_LIBRARIES=$archer run 66 ./race
has err 'race.c:9'
OMP_TOOL_LIBRARIES=$archer run 0 ./more
# The kind NUMBER of race is seen, of some tries.
seen ()
{
  for try in 1 2 3 4 5; do
    OMP_TOOL_LIBRARIES=$archer ./turns "$1" > out 2> err || [ $? -ne 66 ] \
      || return 0
  done
  fail "the race of kind $1 is not reported"
}
for kind in 0 1 2 3 4 5 6 7; do
  seen $kind
done
# It is found, and the sanitizer's options are set, without a word from the user.
export TSAN_OPTIONS='exitcode=66'
if [ "$version" -lt 15 ]; then
  run 66 ./ordered
  has err 'there is no libarcher.so of LLVM 15 or newer'
  exit
fi
run 0 ./ordered
run 66 ./race
has err 'race.c:9'
