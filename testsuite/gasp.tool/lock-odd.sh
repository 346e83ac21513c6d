# Programs do as without the recorder where locks are used in odd ways: behind an
# allocator of the program's own, by threads by the thousand, as they end, too; robust ones
# in conditions; around forks in threads; in threads that are cancelled anywhere.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- An allocator behind a lock, which threads that end call, too.  */

static pthread_mutex_t heap = PTHREAD_MUTEX_INITIALIZER;
static char room[64 << 20] __attribute__ ((aligned (16)));
static size_t used, calls;

void *
malloc (size_t size)
{
  pthread_mutex_lock (&heap);
  size_t *block = (size_t *) (room + used);
  used += (size + 31) & -16ul;
  calls++;
  pthread_mutex_unlock (&heap);
  *block = size;
  return block + 2;
}
void
free (void *block)
{
  pthread_mutex_lock (&heap);
  calls += block != NULL;
  pthread_mutex_unlock (&heap);
}
void *calloc (size_t n, size_t size) { return malloc (n * size); }
void *
realloc (void *block, size_t size)
{
  void *more = malloc (size);
  if (block)
    memcpy (more, block, ((size_t *) block)[-2] < size ? ((size_t *) block)[-2] : size);
  return more;
}

static void take_heap (void) { pthread_mutex_lock (&heap); }
static void give_heap (void) { pthread_mutex_unlock (&heap); }

/* ---- Threads by the thousand, which lock even as they end.  */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int ended, count;

static void
end (void *times)
{
  pthread_mutex_lock (&lock);
  ended++;
  pthread_mutex_unlock (&lock);
  if ((long) times > 1)
    pthread_setspecific (key, (void *) ((long) times - 1));
}

static void *
body (void *unused)
{
  pthread_setspecific (key, (void *) 4);
  char *volatile block = malloc (10);
  free (block);
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
  return unused;
}

static void
try_many (void)
{
  enum { AT_A_TIME = 100 };
  pthread_t threads[AT_A_TIME];
  pthread_attr_t small;
  pthread_attr_init (&small);
  pthread_attr_setstacksize (&small, 65536);
  pthread_key_create (&key, end);
  for (int r = 0; r < ROUNDS; r++)
    {
      for (int i = 0; i < AT_A_TIME; i++)
	if (pthread_create (&threads[i], &small, body, NULL))
	  abort ();
      for (int i = 0; i < AT_A_TIME; i++)
	pthread_join (threads[i], NULL);
    }
  printf ("%d threads, %d ends\n", count, ended);
}

/* ---- Conditions with robust locks, and with ones that inherit priorities.  */

static pthread_mutex_t special;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void *
wait_for_dead (void *unused)
{
  pthread_mutex_lock (&special);
  is_ready = 1;
  int error = 0;
  while (is_ready != 2 && !error)
    error = pthread_cond_wait (&condition, &special);
  printf ("%s %d\n", error == EOWNERDEAD ? "dead" : "no", is_ready);
  if (error == EOWNERDEAD)
    pthread_mutex_consistent (&special);
  pthread_mutex_unlock (&special);
  return unused;
}

static void *
die (void *unused)
{
  for (int seen = 0; !seen;)
    {
      pthread_mutex_lock (&special);
      seen = is_ready;
      if (!seen)
	pthread_mutex_unlock (&special);
    }
  is_ready = 2;
  pthread_cond_signal (&condition);
  return unused;
}

static void
try_special (int protocol)
{
  pthread_mutexattr_t attributes;
  pthread_t waiter, dying;
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_setrobust (&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_setprotocol (&attributes, protocol);
  pthread_mutex_init (&special, &attributes);
  is_ready = 0;
  pthread_create (&waiter, NULL, wait_for_dead, NULL);
  pthread_create (&dying, NULL, die, NULL);
  pthread_join (dying, NULL);
  pthread_join (waiter, NULL);
  printf ("%d\n", pthread_mutex_trylock (&special));
  printf ("%d\n", pthread_mutex_unlock (&special));
  printf ("%d\n", pthread_mutex_destroy (&special));
}

/* ---- Forks in threads.  */

static void *
fork_in (void *unused)
{
  int status;
  pthread_mutex_lock (&lock);
  pid_t child = fork ();
  if (!child)
    {
      pthread_t thread;
      int before = count;
      pthread_mutex_unlock (&lock);
      pthread_create (&thread, NULL, body, NULL);
      pthread_join (thread, NULL);
      _exit (count - before);
    }
  pthread_mutex_unlock (&lock);
  waitpid (child, &status, 0);
  return (void *) (long) WEXITSTATUS (status);
}

static void
try_forks (void)
{
  enum { THREADS = 8 };
  pthread_t threads[THREADS];
  long sum = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, fork_in, NULL);
  for (int i = 0; i < THREADS; i++)
    {
      void *result;
      pthread_join (threads[i], &result);
      sum += (long) result;
    }
  printf ("%ld children\n", sum);
}

/* ---- Threads that are cancelled anywhere, and those that cannot be.  */

static void *
compute (void *unused)
{
  pthread_setcanceltype (PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  for (volatile long i = 0;; i++)
    ;
  return unused;
}

static void *
lock_often (void *unused)
{
  for (;;)
    {
      pthread_mutex_lock (&lock);
      count++;
      pthread_mutex_unlock (&lock);
      pthread_testcancel ();
    }
  return unused;
}

static void *
read_uncancelled (void *ends)
{
  char c = 0;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, NULL);
  long got = read (*(int *) ends, &c, 1);
  return (void *) (got == 1 && c == 'x' ? 5L : 6L);
}

static void
try_cancelling (void)
{
  void *(*const functions[]) (void *) = { compute, lock_often, lock_often };
  pthread_t threads[3];
  int ends[2];
  void *result;
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, functions[i], NULL);
  usleep (20000);
  for (int i = 0; i < 3; i++)
    pthread_cancel (threads[i]);
  for (int i = 0; i < 3; i++)
    {
      pthread_join (threads[i], &result);
      printf ("%d ", result == PTHREAD_CANCELED);
    }
  printf ("%d\n", pthread_mutex_trylock (&lock));
  pthread_mutex_unlock (&lock);
  if (pipe (ends))
    abort ();
  pthread_create (&threads[0], NULL, read_uncancelled, ends);
  usleep (20000);
  pthread_cancel (threads[0]);
  if (write (ends[1], "x", 1) != 1)
    abort ();
  pthread_join (threads[0], &result);
  printf ("%ld\n", (long) result);
}

int
main (void)
{
  setvbuf (stdout, NULL, _IONBF, 0);
  pthread_atfork (take_heap, give_heap, give_heap);
  try_many ();
  try_special (PTHREAD_PRIO_NONE);
  try_special (PTHREAD_PRIO_INHERIT);
  try_forks ();
  try_cancelling ();
  printf ("%s\n", calls > 200 * ROUNDS ? "allocated" : "?");
  return 0;
}
END
for way in "$CC --profile" gcc; do
  run 0 $way -w -g -O1 -DROUNDS="$(often 15 60)" prog.c -o prog -pthread
  run 0 timeout 100 ./prog
  cp out right
  for threads in yes no; do
    rm -rf profile
    run 0 timeout 100 "$GASP" run -q --threads=$threads -o profile ./prog
    diff right out || fail "other output with --threads=$threads"
    run 0 "$GASP" report profile
    has out 'by malloc is not seen: prog has its own'
  done
done
