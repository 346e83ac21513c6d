# Who woke a thread that waited for a condition, a semaphore, a barrier or a futex, and at
# which line: as the program itself knows, with and without instrumentation, and where a
# budget leaves the events out.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
. "$HERE/../lib/wakers.sh"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static sem_t slots;
static pthread_barrier_t both;
static int word, is_ready, turn, started;
static const char *const way_names[] = { "condition", "semaphore", "futex", "barrier" };
static double now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}
static int by_condition (int isWaker)
{
  pthread_mutex_lock (&mutex);
  if (isWaker) { is_ready = 1; pthread_cond_signal (&ready); /* wakes condition */ }
  else while (!is_ready) pthread_cond_wait (&ready, &mutex); /* waits condition */
  return pthread_mutex_unlock (&mutex);
}
static int by_semaphore (int isWaker)
{
  return isWaker
    ? sem_post (&slots) /* wakes semaphore */
    : sem_wait (&slots); /* waits semaphore */
}
static int by_futex (int isWaker)
{
  if (isWaker) {
    __atomic_store_n (&word, 1, __ATOMIC_RELEASE);
    return syscall (SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0); /* wakes futex */
  }
  while (!__atomic_load_n (&word, __ATOMIC_ACQUIRE))
    syscall (SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0); /* waits futex */
  return 0;
}
static int by_barrier (int isWaker)
{
  return isWaker
    ? pthread_barrier_wait (&both) /* wakes barrier */
    : pthread_barrier_wait (&both); /* waits barrier */
}
static int (*const ways[]) (int) = { by_condition, by_semaphore, by_futex, by_barrier };
static void *waker (void *p)
{
  long way = (long) p;
  __atomic_add_fetch (&started, 1, __ATOMIC_RELEASE);
  while (__atomic_load_n (&turn, __ATOMIC_ACQUIRE) <= way)
    usleep (100);
  usleep (20000);
  ways[way] (1);
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t threads[4];
  int busy = argc > 1 ? atoi (argv[1]) : 0, zeros = open ("/dev/zero", O_RDONLY);
  sem_init (&slots, 0, 0);
  pthread_barrier_init (&both, 0, 2);
  for (int i = 0; i < busy; i++)
    { char c; if (read (zeros, &c, 1) != 1) return 1; }
  for (long i = 0; i < 4; i++)
    {
      pthread_create (&threads[i], 0, waker, (void *) i);
      while (__atomic_load_n (&started, __ATOMIC_ACQUIRE) <= i)
	usleep (100);
    }
  for (int i = 0; i < 4; i++)
    {
      __atomic_store_n (&turn, i + 1, __ATOMIC_RELEASE);
      double began = now ();
      ways[i] (0);
      printf ("%s %d %.0f\n", way_names[i], i + 1, now () - began);
    }
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], 0);
  return 0;
}
END
ended_at () { line "wakes $1"; }
ended_by
