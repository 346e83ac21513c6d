# Many threads are sampled, also where few descriptors are allowed; none stays open,
# and forked processes have samples of their own.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile double x;
static pthread_barrier_t all;
__attribute__ ((noipa)) static void spin (int n) { for (int i = 0; i < n; i++) x += i; }
__attribute__ ((noipa)) static void in_child (void) { spin (60000000); }

static void *
body (void *unused)
{
  spin (1000);
  pthread_barrier_wait (&all);
  return unused;
}

static int
descriptors (void)
{
  int count = 0;
  DIR *directory = opendir ("/proc/self/fd");
  while (readdir (directory))
    count++;
  closedir (directory);
  return count - 3;
}

/* One may be there for as long as a thread reads what the kernel knows.  */
static int
more_than (int before)
{
  int more = descriptors () - before;
  for (int i = 0; i < 1000 && more > 0; i++)
    {
      usleep (10000);
      more = descriptors () - before;
    }
  return more;
}

int
main (void)
{
  enum { THREADS = 300 };
  pthread_t threads[THREADS];
  int before = descriptors ();
  struct rlimit limit = { before + 4, before + 4 };
  pthread_barrier_init (&all, NULL, THREADS + 1);
  setrlimit (RLIMIT_NOFILE, &limit);
  for (int i = 0; i < THREADS; i++)
    if (pthread_create (&threads[i], NULL, body, NULL))
      return 77;
  pthread_barrier_wait (&all);
  printf ("of %d more\n", more_than (before));
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  fflush (stdout);
  if (fork ())
    return wait (NULL) < 0;
  in_child ();
  printf ("in the child %d more\n", more_than (before));
  return 0;
}
END
run 0 "$CC" -w -O1 --profile prog.c -o prog -pthread
GASP_OFF=1 ./prog > plain || unsupported "no 300 threads here"
profile 0 --sample=time ./prog
diff plain out || fail "other output"
has out '^of 0 more$'
[ "$(figure total_samples 'void in_child(void)')" -ge 5 ] || { cat csv; fail "the child"; }

# A static program, and one that is switched off by a budget.
run 0 "$CC" -w -O1 --profile -static --tool=papi prog.c -o prog -pthread
rm -rf profile
GASP_SAMPLE=time GASP_OUTPUT=$PWD/profile run 0 ./prog
diff plain out || fail "other output"
"$GASP" report --format=csv --view=flat profile > csv
[ "$(figure total_samples 'void in_child(void)')" -ge 5 ] || { cat csv; fail "static"; }
