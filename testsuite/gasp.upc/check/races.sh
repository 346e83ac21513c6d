# -fupc-check: data races, each pair of places once; not what barriers, locks, strict
# accesses, atomic operations and collectives order.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.upc <<'END'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <bupc_extensions.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
shared int a[10 * THREADS];
shared [1000] int big[1000 * THREADS];
shared int x, y;
strict shared int flag;
upc_lock_t *lock;
shared [] char *bytes;
upc_atomicdomain_t *domain;
bupc_sem_t *semaphore, *shared semaphores;
static int
wrong (int what)
{
  int v = 3;
  switch (what)
    {
    case 1: x = MYTHREAD; break;			/* 1 */
    case 2: if (!MYTHREAD) x = 1; else return x;	/* 2 */
      break;
    case 3: if (!MYTHREAD) x = 1; upc_notify;		/* 3 */
      if (MYTHREAD == 1) x = 2;				/* 3 */
      upc_wait; break;
    case 4: bytes[MYTHREAD] = 1;			/* 4 */
      return bytes[(MYTHREAD + 1) % THREADS];		/* 4 */
    case 5: if (!MYTHREAD) upc_memput (&x, &v, 4);	/* 5 */
      else upc_memget (&v, &x, 4);			/* 5 */
      break;
    case 6: upc_forall (int i = 1; i < 10 * THREADS; i++; &a[i])
	a[i - 1] = a[i];				/* 6 */
      break;
    case 7: upc_lock (lock); x = 1; upc_unlock (lock);	/* 7 */
      return x;						/* 7 */
    case 8: if (!MYTHREAD) { flag = 1; x = 1; }		/* 8 */
      else { while (!flag); return x; }			/* 8 */
      break;
    case 10: if (!MYTHREAD) for (int i = 0; i < 1000; i++) big[i] = i;	/* 10 */
      else for (int i = 0; i < 1000; i++) v += big[i];	/* 10 */
      return v;
    case 11: if (!MYTHREAD) for (int i = 0; i < 1000; i++) big[i] = i;	/* 11 */
      else return big[777];				/* 11 */
      break;
    case 9: upc_all_broadcast (a, &x, 4, 0); y = 1;	/* 9 */
      break;
    case 12: v = x;					/* 12 */
      x = v + 1;					/* 12 */
      break;
    }
  return 0;
}
static void
right (int i)
{
  int me = MYTHREAD, one = 1, got = 0;
  int next = (me + 1) % THREADS;
  for (int j = 0; j < 1000; j++)
    big[me * 1000 + j] = i;
  big[me * 1000 + 77] += 1;
  upc_barrier;
  for (int j = 0; j < 1000; j++)
    got += big[next * 1000 + j] + big[me * 1000 + j];
  upc_barrier;
  for (int j = 3; j < 990; j++)
    big[next * 1000 + j] = got;
  upc_barrier;
  a[me] = i; upc_barrier; got = a[next]; upc_barrier;
  a[me] = i; upc_notify; upc_wait; got = a[next]; upc_notify; got += me; upc_wait;
  upc_lock (lock); x += 1; upc_unlock (lock);
  upc_barrier;
  if (me == 0) { y = i; flag = i; }
  else { while (flag != i); got = y; }
  upc_barrier;
  bytes[me] = i; got = bytes[me]; upc_barrier; got = bytes[next];
  upc_atomic_relaxed (domain, NULL, UPC_ADD, &a[0], &one, NULL);
  upc_barrier;
  a[me] = i; upc_all_broadcast (a, &x, 4, 0); got += a[next];
  upc_barrier;
  if (me == 1) { y = i + 1; bupc_sem_post (semaphore); }
  if (me == 0) { bupc_sem_wait (semaphore); y += 1; }
  upc_barrier;
  if (me == 0) { shared int *p = upc_global_alloc (THREADS, 64); *p = 1; upc_free (p); }
  upc_barrier;
  if (me == 1) { shared int *p = upc_global_alloc (THREADS, 64); *p = 1; upc_free (p); }
  if (i == 1)	/* a process of the thread's own, which it waits for */
    {
      if (fork () == 0) { a[me] = 5; _exit (0); }
      wait (&got);
      upc_barrier;
      got = a[next];
      upc_barrier;
    }
  strict shared int *f = &flag;
  *f = 0; got = *f;
  upc_barrier;
}
int main (int argc, char **argv)
{
  lock = upc_all_lock_alloc ();
  bytes = upc_all_alloc (1, 64);
  domain = upc_all_atomicdomain_alloc (UPC_INT, UPC_ADD, 0);
  if (MYTHREAD == 0)
    semaphores = bupc_sem_alloc (0);
  upc_barrier;
  semaphore = semaphores;
  for (int i = 1; i < 30; i++)
    right (i);
  if (argc > 1)
    return wrong (atoi (argv[1])) & 0;
  return 0;
}
END

. "$HERE/../../lib/races.sh"

for options in '' -O2 '--conduit=loopback -O1' --profile; do
  its_turn 2 || continue
  # shellcheck disable=SC2086
  run 0 "$UPCC" -g -fupc-check $options prog.upc -o prog
  for threads in 2 4; do
    run 0 ./prog -n $threads
    hasnt err .
  done
  races 1 x
  races 2 x
  races 3 x
  races 4 'byte [0-2] in thread 0.s part of the block allocated at prog.upc:[0-9]+.*'
  races 5 x
  races 6 'a\[[0-9]+\]'
  races 7 x
  races 8 x
  races 9 y
  races 10 'big\[[0-9]+\]'
  races 11 'big\[777\]'
  races 12 x
  hasnt err 'writes it at prog.upc:'"$(grep -n 'v = x;' prog.upc | sed 's/:.*//')"
done

# Each pair of places once.
run 66 ./prog -n 4 1
count 1 err 'data race'

# Threads that a UPC thread has made, many at a time.
cat > openmp.upc <<'END'
#include <upc.h>
shared [10000] int a[10000 * THREADS];
shared int *cyclic;
int main ()
{
  long sum = 0;
  cyclic = upc_all_alloc (THREADS, 10000 * sizeof *cyclic);
  for (int turn = 0; turn < 3; turn++)
    {
#pragma omp parallel for num_threads (3)
      for (int i = 0; i < 10000; i++)
	{
	  int j = i * 7919L % 10000;
	  a[10000 * MYTHREAD + j] += j;
	  cyclic[THREADS * j + MYTHREAD] = j;
	}
      upc_barrier;
#pragma omp parallel for num_threads (3) reduction (+ : sum)
      for (int i = 0; i < 10000; i++)
	sum += a[10000 * ((MYTHREAD + 1) % THREADS) + i * 7919L % 10000];
      upc_barrier;
    }
  return sum < 0;
}
END
for options in -O0 -O2; do
  run 0 "$UPCC" -g -fupc-check -fopenmp $options openmp.upc -o openmp
  run 0 ./openmp -n 3
  hasnt err .
done

# At random, where what is new comes among what is not: one access of 10,000 is a race, or
# outside the array.
cat > random.upc <<'END'
#include <stdlib.h>
#include <upc.h>
#define N 4096
shared unsigned a[N * THREADS];
shared [] unsigned *one;
static unsigned
next (unsigned *x)
{
  return *x = *x * 1664525 + 1013904223;
}
int main (int argc, char **argv)
{
  unsigned x = 7 + MYTHREAD, sum = 0;
  int what = argc > 1 ? atoi (argv[1]) : 0;
  one = upc_all_alloc (1, N * sizeof *one);
  for (int turn = 0; turn < 3; turn++)
    {
      for (int i = 0; i < 10000; i++)
	{
	  unsigned r = next (&x), whose = MYTHREAD;
	  if (i == 7777 && turn == 1 && MYTHREAD == 1)
	    whose = what == 1 ? 0 : what == 2 ? N * THREADS : 1;
	  a[(r >> 8) % N * THREADS + whose] ^= r;			/* a */
	}
      upc_barrier;
      for (int i = 0; i < 10000; i++)
	sum += a[(next (&x) >> 8) % (N * THREADS)];			/* b */
      for (int i = 0; i < 10000; i++)
	sum += one[(next (&x) >> 8) % N];				/* c */
      if (what == 3 && MYTHREAD == 1)
	a[7] = one[5] = sum;						/* 3 */
      upc_barrier;
    }
  return 0;
}
END
for options in -O0 -O2; do
  run 0 "$UPCC" -g -fupc-check $options random.upc -o random
  run 0 ./random -n 3
  hasnt err .
  run 66 ./random -n 3 1
  has err 'data race on a\[.*random.upc:23:'
  run 1 ./random -n 3 2
  has err 'random.upc:23:.* a write of 4 bytes at a\['
  run 66 ./random -n 3 3
  has err 'data race on a\[7\].*random.upc:2[79]:'
  count 2 err 'data race'
done
