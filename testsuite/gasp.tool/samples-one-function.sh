# A thread that enters one function only, and then computes, or asks the kernel by
# "syscall": its time is not taken for recording.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static int asks;
/* Runs for 200 ms.  */
static void *only (void *unused)
{
  struct timespec t = { 0, 0 };
  volatile double x = 0;
  while (t.tv_nsec < 200000000)
    {
      for (int i = 0; i < (asks ? 1000 : 10000); i++)
	if (asks)
	  syscall (SYS_getppid);
	else
	  x += i;
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
    }
  return unused;
}
int main (int argc, char **argv)
{
  pthread_t thread;
  (void) argv;
  asks = argc > 1;
  pthread_create (&thread, 0, only, 0);
  pthread_join (thread, 0);
  return 0;
}
END

# most FUNCTION ARGUMENT...: two thirds of the 200 ms are in FUNCTION.
most ()
{
  function=$1
  shift
  profile 0 ./prog "$@"
  got=$(($(figure running "$function") / 1000000))
  [ $got -ge 133 ] && [ $got -le 220 ] || { cat csv; fail "$function: $got ms"; }
}
for build in "$STOCK -g" "$CC --profile" "$CC -finstrument-gasp-functions=emitted"; do
  # shellcheck disable=SC2086
  run 0 $build -O1 -pthread prog.c -o prog
  most "$(case $build in "$STOCK"*) echo 'only';; *) echo 'void *only(void *)';; esac)"
  case $(uname -m) in x86_64) most syscall asks;; esac
done
