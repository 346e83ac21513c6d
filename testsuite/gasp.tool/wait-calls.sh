# Each call that waits is a row of its own, with the place and the time that the
# program's own clock says: conditions of C11, what is called once, locks of files,
# queues and semaphores of System V, signals, futexes of the program's own and of C++'s
# library; and streams, where what they hold is not enough.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
need python3
cat > prog.C <<'END_OF_TEST'
#include <atomic>
#include <fcntl.h>
#include <future>
#include <linux/futex.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <thread>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static double
now ()
{
  timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

/* The kernel is asked by itself, so that this is no row.  */
static void
rest ()
{
  timespec t = { 0, 20000000 };
#ifdef __x86_64__
  long result, number = SYS_nanosleep;
  __asm__ volatile ("syscall" : "=a" (result)
		    : "a" (number), "D" (&t), "S" (0) : "rcx", "r11", "memory");
#else
  syscall (SYS_nanosleep, &t, 0);
#endif
}

#define TRUTH(name, ...) \
  { double since = now (); __VA_ARGS__; \
    printf (name " %d %.3f\n", __LINE__, now () - since); }
/* The same, while another thread does WAKE in a while.  */
#define WOKEN(name, wake, ...) \
  { std::thread other ([&] { rest (); wake; }); TRUTH (name, __VA_ARGS__); \
    other.join (); }

static int word;
struct { long type; char text[8]; } message = { 1, "" };
static mtx_t lock;
static cnd_t condition;
static std::promise<int> promise;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static std::atomic<bool> is_begun;

static void
begin ()
{
  is_begun = true;
  rest ();
}

/* Others begin with what takes a while, and then this waits for the rest.  */
#define BEGUN(name, start, ...) \
  { is_begun = false; std::thread other ([&] { start; }); while (!is_begun) {} \
    TRUTH (name, __VA_ARGS__); other.join (); }

static void
wait_for_threads ()
{
  timespec t;
  mtx_init (&lock, mtx_timed);
  cnd_init (&condition);
  mtx_lock (&lock);
  clock_gettime (CLOCK_REALTIME, &t);
  t.tv_sec += (t.tv_nsec += 20000000) / 1000000000;
  t.tv_nsec %= 1000000000;
  TRUTH ("cnd_timedwait", cnd_timedwait (&condition, &lock, &t));
  bool is_over = false;
  WOKEN ("cnd_wait", mtx_lock (&lock); is_over = true; cnd_signal (&condition);
	 mtx_unlock (&lock), while (!is_over) cnd_wait (&condition, &lock));
  BEGUN ("pthread_once", pthread_once (&once, begin), pthread_once (&once, begin));
  WOKEN ("futex", __atomic_store_n (&word, 1, __ATOMIC_SEQ_CST);
	 syscall (SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0),
	 while (!__atomic_load_n (&word, __ATOMIC_SEQ_CST))
	   syscall (SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0));
  auto future = promise.get_future ();
  WOKEN ("futex", promise.set_value (1), future.get ());
}

static void
wait_for_system ()
{
  int queue = msgget (IPC_PRIVATE, 0600), signals = semget (IPC_PRIVATE, 1, 0600);
  int event = eventfd (0, 0), poll = epoll_create1 (0);
  timespec t = { 0, 20000000 };
  epoll_event found;
  eventfd_t value;
  int mine = open ("lock", O_CREAT | O_RDWR, 0600), others = open ("lock", O_RDWR);
  struct flock take = {}, leave = {};
  take.l_type = F_WRLCK;
  leave.l_type = F_UNLCK;
  sembuf less = { 0, -1, 0 }, more = { 0, 1, 0 };
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigprocmask (SIG_BLOCK, &set, NULL);
  BEGUN ("fcntl", fcntl (others, F_OFD_SETLK, &take); begin ();
	 fcntl (others, F_OFD_SETLK, &leave), fcntl (mine, F_OFD_SETLKW, &take));
  WOKEN ("msgrcv", msgsnd (queue, &message, 8, 0), msgrcv (queue, &message, 8, 0, 0));
  WOKEN ("semop", semop (signals, &more, 1), semop (signals, &less, 1));
  msgctl (queue, IPC_RMID, NULL);
  semctl (signals, 0, IPC_RMID);
  WOKEN ("eventfd_read", eventfd_write (event, 1), eventfd_read (event, &value));
  TRUTH ("sigtimedwait", sigtimedwait (&set, NULL, &t));
  TRUTH ("epoll_pwait2", epoll_pwait2 (poll, &found, 1, &t, NULL));
}

/* What is read first has the beginning of a line only.  */
static void
wait_for_streams ()
{
  char text[8192] = "", *line = NULL;
  size_t room = 0;
  int ends[2];
  if (pipe2 (ends, O_NONBLOCK) || fcntl (ends[1], F_SETPIPE_SZ, 4096) < 0)
    return;
  while (write (ends[1], text, 4096) > 0) {}
  fcntl (ends[0], F_SETFL, 0);
  fcntl (ends[1], F_SETFL, 0);
  FILE *in = fdopen (ends[0], "r"), *out = fdopen (ends[1], "w");
  fwrite (text, 1, 100, out);
  WOKEN ("fflush", fread (text, 1, 4096, in), fflush (out));
  fread (text, 1, 100, in);
  fputs ("a\nb", out);
  fflush (out);
  fgets (text, sizeof text, in);
  WOKEN ("fgets", fputs ("c\nd", out); fflush (out), fgets (text, sizeof text, in));
  WOKEN ("getdelim", fputs ("e\n", out); fflush (out), getline (&line, &room, in));
  WOKEN ("getc", fputs ("f1234", out); fflush (out), getc (in));
  WOKEN ("fread", fputs ("5", out); fflush (out), fread (text, 1, 5, in));
}

int
main ()
{
  wait_for_threads ();
  wait_for_streams ();
  wait_for_system ();
}
END_OF_TEST
run 0 "$CXX" -O1 -g -w --profile prog.C -o prog -pthread
recorded 0 ./prog
mv out truth
run 0 "$GASP" report --format=json --view=blocking profile
python3 - <<'END_OF_TEST' || fail "not what the program's own clock says"
import json
rows = json.load (open ('out'))['blocking']
for line in open ('truth'):
    name, at, took = line.split ()
    took = float (took) * 1e6
    here = [r for r in rows if r['event'] == name
            and (r['line'] == int (at) or r['location'].startswith ('libstdc++'))]
    best = min ((abs (r['time'] - took) for r in here), default = 1e12)
    print (name, at, took, [(r['location'], r['time']) for r in here])
    # On a busy machine what is waited for may be over by then.
    assert best < .05 * took + 1e6 or took < 1e6 and not here, name
END_OF_TEST
