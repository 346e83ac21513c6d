# Processes that the C library's fork did not make: their events are not written
# to the record of the process that they are a copy of; each has one of its own,
# as after fork.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 600

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUT __attribute__ ((noipa))
static unsigned int seed = 1;
OUT static unsigned int any (void) { return seed = seed * 1664525u + 1013904223u; }
#define F(n) OUT static int f##n (int depth);
#define TEN(d) F (d##0) F (d##1) F (d##2) F (d##3) F (d##4) F (d##5) F (d##6) F (d##7) F (d##8) F (d##9)
TEN () TEN (1) TEN (2)
#undef F
#define F(n) f##n,
static int (*const all[]) (int) = { TEN () TEN (1) TEN (2) };
#undef F
#define F(n) OUT static int f##n (int depth)				\
{									\
  char *p = malloc (n + 1);						\
  int sum = p ? n : 0;							\
  if (depth)								\
    sum += all[any () / 65536 % 30] (depth - 1);			\
  free (p);								\
  return sum;								\
}
TEN () TEN (1) TEN (2)

OUT static int work (void)
{
  int sum = 0;
  for (int i = 0; i < ROUNDS; i++)
    sum += all[any () / 65536 % 30] (any () / 65536 % 99);
  return sum;
}

static const char *how;
OUT static int body (void *unused) { work (); _exit (7); }
static char stack[1 << 20] __attribute__ ((aligned (16)));

OUT static pid_t make (void)
{
  if (!strcmp (how, "fork"))
    return fork ();
  if (!strcmp (how, "_Fork"))
    return _Fork ();
  if (!strcmp (how, "clone"))
    return clone (body, stack + sizeof stack, SIGCHLD, NULL);
  if (!strcmp (how, "sys_clone"))
    return syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (!strcmp (how, "sys_clone3"))
    {
      struct clone_args args = { .exit_signal = SIGCHLD };
      return syscall (SYS_clone3, &args, sizeof args);
    }
#ifdef __x86_64__
  if (!strcmp (how, "vfork"))
    {
      long result = SYS_vfork;
      __asm__ volatile ("syscall" : "+a" (result) : : "rcx", "r11", "memory");
      if (result == 0)
	{
	  work ();
	  _exit (7);
	}
      return result;
    }
#endif
#ifdef SYS_fork
  return syscall (SYS_fork);
#else
  return syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0);
#endif
}

OUT static int child (void) { work (); return 7; }

int main (int argc, char **argv)
{
  int status = 0;
  how = argv[1];
  work ();
  pid_t pid = make ();
  if (pid == 0)
    {
      int result = child ();
      if (argc > 2)
	exit (result);
      _exit (result);
    }
  work ();
  waitpid (pid, &status, 0);
  printf ("%s %d\n", pid > 0 ? "child" : "none", WIFEXITED (status) ? WEXITSTATUS (status) : -WTERMSIG (status));
  return 3;
}
END
run 0 "$CC" -g -O1 --profile -DROUNDS="$(often 60 300)" prog.c -o prog

# check NAME: what the parent and the child did is in their own records.
check ()
{
  has out '^child 7$'
  records=2
  [ "$how" != vfork ] || records=1
  [ "$(ls profile/*.gasp | wc -l)" -eq $records ] || { ls profile; fail "$1: not $records"; }
  run 0 "$GASP" report --format=csv --view=flat --output=csv profile
  [ "$(figure calls 'int work(void)')" -eq 3 ] || { cat csv; fail "$1: work"; }
}

kinds='fork _Fork sys_fork sys_clone sys_clone3 clone'
# Its child has the memory of its parent, which waits: one record has both.
[ "$(uname -m)" != x86_64 ] || kinds="$kinds vfork"
for how in $kinds; do
  for options in '' --timing=all --trace --record-limit=$(often 400K 2M); do
    for end in '' exit; do
      # One of seven, another each time.
      its_turn 7 || continue
      rm -rf profile
      # shellcheck disable=SC2086
      run 3 timeout 60 "$GASP" run -q $options -o profile ./prog $how $end
      check "$how $options $end"
    done
  done
done
