# Threads that queue for a lock are found on a busy machine, too: those that were woken only
# to wait again have not kept processors in use, though all of them wanted one.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
[ "$(nproc)" -ge 2 ] || unsupported "one processor"
cat > prog.c <<'END'
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#define THREADS 8
static int taken;
static void work (void)
{
  struct timespec now, since;
  clock_gettime (CLOCK_MONOTONIC, &since);
  do
    clock_gettime (CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - since.tv_sec) * 1e9 + now.tv_nsec - since.tv_nsec < 1e7);
}
/* All that wait are woken, and one of them gets it.  */
static void acquire (void)
{
  while (__atomic_exchange_n (&taken, 1, __ATOMIC_ACQUIRE))
    syscall (SYS_futex, &taken, FUTEX_WAIT_PRIVATE, 1, 0, 0, 0);
}
static void release (void)
{
  __atomic_store_n (&taken, 0, __ATOMIC_RELEASE);
  syscall (SYS_futex, &taken, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
}
static void *queue (void *unused)
{
  for (int i = 0; i < 15; i++)
    {
      acquire ();
      work ();
      release ();
    }
  return unused;
}
int main (void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], 0, queue, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], 0);
  return 0;
}
END
run 0 "$STOCK" -O1 -g prog.c -o prog -pthread
loops=
for i in $(seq "$(($(nproc) * 2))"); do
  timeout 100 sh -c 'while :; do :; done' &
  loops="$loops $!"
done
run 0 "$GASP" run -q -o profile ./prog
# shellcheck disable=SC2086
kill $loops
run 0 "$GASP" report profile
has out '^  [5-8] threads .*wait [0-9]+ % of their time in acquire \(prog\.c:18\)'
