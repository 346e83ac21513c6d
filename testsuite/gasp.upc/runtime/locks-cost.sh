# A lock for which threads contend costs about what a mutex of POSIX threads costs.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.upc <<'END_OF_SOURCE'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <upc.h>
#include <upc_castable.h>

static upc_lock_t *lock;
static pthread_mutex_t *mutex;
shared long taken[THREADS], counter;

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Nanoseconds for each time that a lock of the kind HOW is taken, by all threads
   together in 50 ms.  */
static double
measure (int how)
{
  long n = 0, sum = 0;
  upc_barrier;
  for (double begin = now (); now () - begin < 5e7; )
    for (int i = 0; i < 10; i++)
      {
	how ? upc_lock (lock) : (void) pthread_mutex_lock (mutex);
	counter++;
	how ? upc_unlock (lock) : (void) pthread_mutex_unlock (mutex);
	for (volatile int k = 0; k < 50; k++)
	  ;
	n++;
      }
  taken[MYTHREAD] = n;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    sum += taken[t];
  return 5e7 / sum;
}

int
main (void)
{
  shared [] long *place = upc_all_alloc (1, 4096);
  pthread_mutexattr_t a;
  double least[2] = { 1e9, 1e9 };
  lock = upc_all_lock_alloc ();
  mutex = upc_cast ((shared void *) place);
  pthread_mutexattr_init (&a);
  pthread_mutexattr_setpshared (&a, PTHREAD_PROCESS_SHARED);
  if (MYTHREAD == 0)
    pthread_mutex_init (mutex, &a);
  for (int i = 0; i < 10; i++)
    {
      double ns = measure (i % 2);
      if (ns < least[i % 2])
	least[i % 2] = ns;
    }
  if (MYTHREAD == 0)
    printf ("mutex %.0f ns, lock %.0f ns: %s\n", least[0], least[1],
	    least[1] <= 2 * least[0] + 100 ? "right" : "too much");
  return 0;
}
END_OF_SOURCE
[ -z "$RUNNER" ] || unsupported "times are measured"
run 0 "$UPCC" -O2 prog.upc -o prog
for threads in 1 2 4 $(nproc); do
  run 0 timeout 60 ./prog -n "$threads"
  has out right
done
