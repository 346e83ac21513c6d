# What threads wait for has its name in the sentence and in the table, as locks have, and so
# has the thread that ends the wait, with what that waits for itself:
# condition variables, semaphores, also in memory that was allocated, and futexes, which
# are what locks of Rust and of C++'s newer headers are.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/findings.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
struct pool { long used; sem_t slots; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_ready = PTHREAD_COND_INITIALIZER;
static struct { int before, word; } gate;
static struct pool *pool;
static int filled, waiting, passed;
static struct pool *make_pool (void)
{
  struct pool *p = malloc (sizeof *p);
  sem_init (&p->slots, 0, 0);
  return p;
}
static void by_condition (int round)
{
  pthread_mutex_lock (&lock);
  while (filled < round)
    pthread_cond_wait (&queue_ready, &lock);
  pthread_mutex_unlock (&lock);
}
static void by_semaphore (int round) { sem_wait (&pool->slots); (void) round; }
static void by_futex (int round)
{
  while (__atomic_load_n (&gate.word, __ATOMIC_ACQUIRE) < round)
    syscall (SYS_futex, &gate.word, FUTEX_WAIT, round - 1, 0, 0, 0);
}
static void *body (void *how)
{
  for (int round = 1; round <= 2; round++)
    {
      __atomic_add_fetch (&waiting, 1, __ATOMIC_RELEASE);
      ((void (*) (int)) how) (round);
      __atomic_add_fetch (&passed, 1, __ATOMIC_RELEASE);
      while (__atomic_load_n (&passed, __ATOMIC_ACQUIRE) < 2 * round)
	usleep (100);
    }
  return 0;
}
int main (int argc, char **argv)
{
  void (*how[]) (int) = { by_condition, by_semaphore, by_futex };
  pthread_t thread[2];
  pool = make_pool ();
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], 0, body, (void *) how[atoi (argv[argc - 1])]);
  for (int round = 1; round <= 2; round++)
    {
      while (__atomic_load_n (&waiting, __ATOMIC_ACQUIRE) < 2 * round)
	usleep (100);
      usleep (30000);
      pthread_mutex_lock (&lock);
      filled = round;
      pthread_cond_broadcast (&queue_ready);
      pthread_mutex_unlock (&lock);
      sem_post (&pool->slots);
      sem_post (&pool->slots);
      __atomic_store_n (&gate.word, round, __ATOMIC_RELEASE);
      syscall (SYS_futex, &gate.word, FUTEX_WAKE, 2, 0, 0, 0);
    }
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], 0);
  return 0;
}
END
run 0 "$CC" -g -O1 --profile -pthread prog.c -o prog

# named HOW CALL OBJECT SENTENCE: those that wait in way HOW, in CALL, do so for OBJECT.
named ()
{
  rm -rf profile
  recorded 0 ./prog "$1"
  findings
  grep -q "^waiting|.* threads .* time in by_.*$4" found || fail "not for $3"
  table blocking profile
  same "what $2 waits for" "$(field event "$2" object)" "$3"
  table lock-blame profile
  same "who waits" "$(field holder 0 thread | sort -u | tr '\n' ' ')" '1 2 '
}
named 0 pthread_cond_wait queue_ready \
  "for 'queue_ready', woken mostly by main (prog.c:[0-9]*), whose thread 0 waits \
[0-9]* % of its time in usleep (prog.c:57)"
named 1 'sem_wait (waited)' 'allocated by make_pool (prog.c:17)+8' \
  'for what was allocated by make_pool .prog.c:17.[+]8'
named 2 futex gate.word "for 'gate.word'"

# Rust's, without what its library calls its parts.
command -v rustc > /dev/null || exit 0
cat > prog.rs <<'END'
use std::{sync::Mutex, thread, time::Duration};
static REGISTRY: Mutex<Vec<u64>> = Mutex::new (Vec::new ());
fn register (n: u64)
{
    let mut list = REGISTRY.lock ().unwrap ();
    thread::sleep (Duration::from_millis (20));
    list.push (n);
}
fn main ()
{
    let all: Vec<_> = (0..3).map (|n| thread::spawn (move || register (n))).collect ();
    for one in all { one.join ().unwrap (); }
}
END
run 0 rustc -g prog.rs -o rust
rm -rf profile
recorded 0 ./rust
findings
grep -q "time in futex (.*prog.rs:5) for 'prog::REGISTRY'" found || fail "not REGISTRY"
