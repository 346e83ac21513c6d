# A program in ISO C may have functions that are named as some of the C library's
# are: they are called by nobody but the program.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
names='open close read write pwrite fstat mkdir unlink readlink mmap munmap mremap
  mprotect madvise process_vm_readv getpid getppid getrlimit sched_yield
  sigaltstack backtrace ftruncate fchmod fallocate posix_fallocate getcwd uname
  gethostname getuid geteuid getgid getegid getpagesize sysconf getauxval
  secure_getenv clock_gettime strsep sigfillset sigaddset sigdelset sigaction pthread_sigmask
  sigprocmask syscall prctl gettid setrlimit prlimit mlockall'
{
  echo 'extern void note (const char *);'
  for name in $names; do
    echo "long $name (void) { note (\"$name\"); return -1; }"
  done
  echo 'void on_exit (void) { note ("on_exit"); }'
} > names.c
cat > prog.c <<'END_OF_PROGRAM'
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define OUT __attribute__ ((noipa))
static jmp_buf place;
static int notes;
void note (const char *name) { printf ("%s\n", name); notes++; }
OUT int leaf (int n) { char *p = malloc (n + 1); p[0] = n; n = p[0]; free (p); return n; }
OUT int deep (int n) { return n ? deep (n - 1) + 1 : leaf (3); }
OUT void jump (void) { longjmp (place, 1); }
int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 2000; i++)
    sum += leaf (i % 50) + deep (i % 100);
  if (setjmp (place) == 0)
    jump ();
  return notes != 0 || sum != 154000;
}
END_OF_PROGRAM

for mode in $(modes_of "$TEST"); do
  build="run 0 $CC -O1 -w -fno-builtin --profile -finstrument-gasp-functions=$mode"
  $build prog.c names.c -o prog
  run 0 ./prog
  for options in --timing=all --timing=auto --trace --budget=5%; do
    profile 0 $options ./prog
    [ ! -s out ] || fail "$options: $(cat out)"
    [ $options = --budget=5% ] || calls 4000 'int leaf(int)'
  done
  # But for on_exit: a static program cannot look for the library's.
  $build -static --tool=gasp -Don_exit=not_on_exit prog.c names.c -o prog
  for timing in all auto; do
    rm -rf profile
    run 0 env GASP_OUTPUT=profile GASP_TIMING=$timing ./prog
    [ ! -s out ] || fail "static: $(cat out)"
    "$GASP" report --format=csv --view=flat profile > csv
    calls 4000 'int leaf(int)'
  done
done
