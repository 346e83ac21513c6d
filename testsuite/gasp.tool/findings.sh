# The report begins with what stands out of a program: planted faults are found, with
# their place; and of programs without one it says where the time goes.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/findings.sh"
cat > work.h <<'END'
static volatile int counter;
#define spin(n) for (int i = 0; i < (n); i++) counter++
END
cat > slow.c <<'END'
#include <pthread.h>
#include <unistd.h>
#include "work.h"
static int ends[2];
static void
send (void)
{
  dup2 (ends[1], 1);
  execlp ("sh", "sh", "-c", "for i in 1 2 3 4 5; do sleep .1; echo; done", 0);
}
static void *body (void *unused) { spin (30000000); return unused; }
static long load (void)
{
  char c;
  long sum = 0;
  for (int i = 0; i < 5; i++)
    sum += read (ends[0], &c, 1);
  return sum;
}
int
main (void)
{
  pthread_t thread[THREADS + 1];
  if (pipe (ends))
    return 1;
  if (!fork ())
    send ();
  for (int i = 0; i < THREADS; i++)
    pthread_create (&thread[i], 0, body, 0);
  long sum = load ();
  for (int i = 0; i < THREADS; i++)
    pthread_join (thread[i], 0);
  return sum != 5;
}
END
# planted STATUS: measures prog.c from standard input.
planted ()
{
  cat > prog.c
  run 0 "$CC" -g -O1 -w --profile -pthread prog.c -o prog
  rm -rf profile
  recorded "$1" --exact ./prog
  findings
}

planted 0 <<'END'
#include "work.h"
#define FUNCTION(n) static void f##n (void) { spin (3000000); }
FUNCTION (1) FUNCTION (2) FUNCTION (3) FUNCTION (4)
FUNCTION (5) FUNCTION (6) FUNCTION (7) FUNCTION (8)
int
main (void)
{
  for (int i = 0; i < 20; i++)
    f1 (), f2 (), f3 (), f4 (), f5 (), f6 (), f7 (), f8 ();
  return 0;
}
END
nothing_wrong
stands_out top 'prog.c:.*' 'Nothing stands out: the most time'
run 0 "$GASP" report profile
has out '^  Nothing stands out: '
run 0 "$GASP" report --view=flat profile
hasnt out 'Nothing stands out'
run 0 "$GASP" report --format=json profile
has out '"findings": \['

# The function that computes; its command shows more.
planted 0 <<'END'
#include "work.h"
static void match (void) { spin (10000000); }
static void other (void) { spin (2000000); }
int
main (void)
{
  for (int i = 0; i < 10; i++)
    match (), other ();
  return 0;
}
END
nothing_wrong
stands_out top prog.c:2 'Most time.* is .*.. % in match \(prog.c:2\)'
eval "run 0 $(sed -n 's/.*"\(gasp report [^"]*\)".*/\1/p' findings.csv \
  | sed 's,^gasp,"$GASP",')"
has out 'Callers of match'

# Names that a shell would read as something else are in quotes.
cp -a profile "it's; here"
run 0 "$GASP" report --view=findings "it's; here"
has out "gasp report --function=match 'it'\\\\''s; here'"

planted 0 <<'END'
#include <stdlib.h>
static char *last[100];
static void
parse (int i)
{
  free (last[i % 100]);
  last[i % 100] = malloc (24);
}
int
main (void)
{
  for (int i = 0; i < 400000; i++)
    parse (i);
  return 0;
}
END
stands_out allocating prog.c:7 'malloc called by parse .*, 400000 times with 24 B'

planted 0 <<'END'
#include <stdlib.h>
#include <string.h>
#include "work.h"
static void forget (void) { memset (malloc (12000), 1, 12000); }
int
main (void)
{
  for (int i = 0; i < 1000; i++)
    {
      forget ();
      spin (50000);
    }
  return 0;
}
END
stands_out leak prog.c:4 '11.4 MiB in 1000 blocks were not freed: malloc < forget'

# Of what a library without instrumentation allocates, the place is the function's
# that has called it.
cat > library.c <<'END'
#include <stdlib.h>
#include <string.h>
void *library_copy (int size) { return memset (malloc (size), 1, size); }
END
run 0 gcc -O1 -g -fPIC -shared library.c -o liblibrary.so
cat > prog.c <<'END'
extern void *library_copy (int);
static void keep (void) { library_copy (12000); }
int
main (void)
{
  for (int i = 0; i < 1000; i++)
    keep ();
  return 0;
}
END
rm -rf profile
run 0 "$CC" -O1 -g --profile prog.c -o prog -L. -llibrary -Wl,-rpath,"$PWD"
run 0 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report profile
has out '11.4 MiB in 1000 blocks were not freed: malloc < keep < main \(prog.c:2\)'

# A file is read byte by byte, until that has no events any more: who does so, although
# another function that is not recorded any more might.
cat > prog.c <<'END'
#include <fcntl.h>
#include <unistd.h>
__attribute__ ((noipa)) static int mix (int c) { return c * 31; }
static void
slurp (int f)
{
  char c;
  for (int i = 0; i < 1500000; i++)
    mix (read (f, &c, 1) == 1 ? c : 0);
}
int
main (void)
{
  slurp (open ("/dev/zero", O_RDONLY));
  return 0;
}
END
rm -rf profile
run 0 "$CC" -O1 -g --profile prog.c -o prog
run 0 "$GASP" run -q --budget=1% -o profile ./prog
run 0 "$GASP" report profile
has out 'Most time.* in (read|__libc_read)[^,]*, (called from|within) slurp '

# Of what the system's headers do, the place is the function's that uses them.
planted 0 <<'END'
#include <stdlib.h>
#include <string.h>
static void
forget (void)
{
#line 137 "/usr/include/c++/12/bits/new_allocator.h"
  memset (malloc (12000), 1, 12000);
#line 9 "prog.c"
}
int
main (void)
{
  for (int i = 0; i < 1000; i++)
    forget ();
  return 0;
}
END
stands_out leak prog.c:4 'were not freed: malloc < forget < main \(prog.c:4\)'

# One of two processes does so: which.
planted 0 <<'END'
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static void forget (void) { memset (malloc (12000), 1, 12000); }
int
main (void)
{
  if (fork () == 0)
    {
      for (int i = 0; i < 1000; i++)
	forget ();
      return 0;
    }
  wait (0);
  return 0;
}
END
stands_out leak prog.c:5 \
  '11.4 MiB in 1000 blocks were not freed \(pid [0-9]+\): malloc < forget'

# A table that is kept until the end is none, nor is a list of a few.
planted 0 <<'END'
#include <stdlib.h>
#include "work.h"
static void *table, *list[5];
static void work (void) { spin (2000000); }
int
main (void)
{
  table = malloc (1 << 24);
  for (int i = 0; i < 5; i++)
    list[i] = malloc (100000);
  for (int i = 0; i < 10; i++)
    work ();
  return 0;
}
END
nothing_wrong

planted 134 <<'END'
#include <stdlib.h>
int
main (void)
{
  char *p = malloc (100);
  free (p);
  free (p);
  return 0;
}
END
stands_out double-free prog.c:7 'the first time \(prog.c:6\)'

# A convoy: who has the lock sleeps.
planted 0 <<'END'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void
put (void)
{
  pthread_mutex_lock (&lock);
  usleep (3000);
  pthread_mutex_unlock (&lock);
}
static void *
run (void *argument)
{
  for (int i = 0; i < 30; i++)
    put ();
  return argument;
}
int
main (void)
{
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], 0, run, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], 0);
  return 0;
}
END
# One may get it again each time, and not wait.
stands_out lock-queue prog.c:7 \
  "[23] threads \([123, and]+\) queue for the lock .lock. [56789]. % of their time, in put \(prog.c:7\); held by put \(prog.c:7\)"

# Threads that wait for what comes by a pipe.
planted 0 <<'END'
#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>
static int ends[2];
static void
get (void)
{
  char c;
  while (read (ends[0], &c, 1) == 1)
    ;
}
static void *
run (void *argument)
{
  if (argument)
    prctl (PR_SET_NAME, argument);
  get ();
  return argument;
}
int
main (void)
{
  pthread_t thread[2];
  if (pipe (ends))
    return 1;
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], 0, run, i ? "right" : 0);
  for (int i = 0; i < 50; i++)
    usleep (3000), write (ends[1], "x", 1);
  close (ends[1]);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], 0);
  return 0;
}
END
stands_out waiting prog.c:6 \
  "2 threads \(1 (and 2 'right'|'right' and 2)\) wait (100|[5-9].) % of their time in get \(prog.c:6\), in read \(prog.c:9\)"
# Without instrumentation, too, as debug information has the function.
run 0 gcc -g -O1 -w -pthread prog.c -o prog
rm -rf profile
run 0 "$GASP" run -q -o profile ./prog
findings
stands_out waiting prog.c:6 \
  "2 threads .* wait (100|[5-9].) % of their time in get \(prog.c:6\), in read \(prog.c:9\)"

# Threads that never had anything to do are not worth a sentence.
cat > prog.c <<'END'
#include <pthread.h>
#include <poll.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static void *
idle (void *argument)
{
  pthread_mutex_lock (&mutex);
  for (;;)
    pthread_cond_wait (&never, &mutex);
  return argument;
}
static void
serve (void)
{
  for (int i = 0; i < 9; i++)
    poll (0, 0, 30), usleep (20000);
}
int
main (void)
{
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], 0, idle, 0);
  serve ();
  return 0;
}
END
run 0 "$CC" -g -O1 -w --profile -pthread prog.c -o prog
rm -rf profile
run 0 "$GASP" run -q -o profile ./prog
findings
stands_out waiting prog.c:14 '1 thread .0. waits .* in serve .prog.c:14., in poll .*usleep'

# A slow read, alone, and beside threads that have work.
for threads in 0 3; do
  planted 0 <<END
#define THREADS $threads
$(cat slow.c)
END
  stands_out waiting prog.c:13 \
    'wait.* (100|[5-9].) % of .* in load .prog.c:13., in read .prog.c:18.'
  # Without instrumentation it is found, too.
  run 0 gcc -g -O1 -w -pthread prog.c -o prog
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog
  findings
  stands_out waiting prog.c:13 \
    'wait.* (100|[5-9].) % of .* in load .prog.c:13., in read .prog.c:18.'
done

# Threads that compute, of which the first waits for the end.
planted 0 <<'END'
#include <pthread.h>
static volatile int counter[2][16];
static void
work (long t)
{
  for (int i = 0; i < 1000000; i++)
    counter[t][0]++;
}
static void *
run (void *argument)
{
  for (int i = 0; i < 60; i++)
    work ((long) argument);
  return argument;
}
int
main (void)
{
  pthread_t thread[2];
  for (long i = 0; i < 2; i++)
    pthread_create (&thread[i], 0, run, (void *) i);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], 0);
  return 0;
}
END
nothing_wrong

# Threads that wait for the lock of their interpreter.
cat > prog.c <<'END'
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static void *
body (void *argument)
{
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_sec++;
  pthread_mutex_lock (&lock);
  pthread_cond_timedwait (&released, &lock, &until);
  pthread_mutex_unlock (&lock);
  return argument;
}
int
main (void)
{
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], 0, body, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], 0);
  return 0;
}
END
run 0 gcc -O1 -w -pthread prog.c -o python3.99
rm -rf profile
run 0 "$GASP" run -q -o profile ./python3.99
findings
stands_out interpreter-lock 'body in python3.99' \
  "2 threads \([^)]*\) wait (100|9.) % of their time for Python's GIL, .*: in pthread_cond_timedwait"
