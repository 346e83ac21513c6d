# A thread that shares the thread-local storage of the one that made it changes
# nothing.  Its creator is measured until it makes it, and the record is whole.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "processes share no memory there"
cp "$HERE/../gasp.events/clone-shared.c" "$HERE/../gasp.events/test.h" .
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O2 -DTURNS=300000 --profile -finstrument-gasp-functions=$mode \
    clone-shared.c -o prog
  for timing in auto all; do
    rm -rf profile
    run 0 env GASP_TIMING=$timing "$GASP" run -q -o profile ./prog
    run 0 "$GASP" report --format=csv profile
    has out '^"flat",.*,1,.*"int main'
    hasnt out '^"flat",.*"long int work'
    run 0 "$GASP" report --format=csv --view=threads profile
    count 1 out '^"processes",.*"exit status 0"'
  done
done
# In a sandbox the kernel is not to be asked.
cat > strict.c <<'END'
#define _GNU_SOURCE
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
static char stack[65536] __attribute__ ((aligned (16)));
static volatile int begun;
__attribute__ ((noipa)) long leaf (long n) { return n * 3 + 1; }
static int thread (void *argument)
{
  begun = 1;
  for (long i = 0; i < 30000; i++)
    leaf (i);
  syscall (SYS_exit, argument != 0);
  return 0;
}
int main (void)
{
  if (clone (thread, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_FILES
	     | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, NULL) < 0)
    return 1;
  while (!begun)
    ;
  prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  for (long i = 0; i < 30000; i++)
    leaf (i);
  write (1, "done\n", 5);
  syscall (SYS_exit, 0);
}
END
run 0 "$CC" -O2 --profile strict.c -o prog
for options in '' --budget=0 --exact --memory=sampled; do
  # shellcheck disable=SC2086
  run 0 "$GASP" run -q $options -o strict ./prog
  has out '^done$'
done
# Nor whence it comes what is read there.
cat > reads.c <<'END'
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
static int first[2], second[2];
static void *reader (void *unused)
{
  char c;
  return read (first[0], &c, 1) == 1 ? unused : reader;
}
int main (void)
{
  pthread_t thread;
  void *bad;
  char c = 'x';
  if (pipe (first) || pipe (second)
      || pthread_create (&thread, NULL, reader, NULL))
    return 1;
  usleep (20000);
  if (write (first[1], &c, 1) != 1 || pthread_join (thread, &bad) || bad)
    return 2;
  prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  write (second[1], &c, 1);
  read (second[0], &c, 1);
  write (1, "done\n", 5);
  syscall (SYS_exit, 0);
}
END
run 0 "$CC" -O2 -w -pthread --profile reads.c -o prog
for options in '' --budget=0 --exact; do
  # shellcheck disable=SC2086
  run 0 "$GASP" run -q $options -o strict ./prog
  has out '^done$'
done
