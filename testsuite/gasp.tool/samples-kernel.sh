# Time in the kernel stands at the function that made the system call, however long a
# call is, and at no function that happened to be sampled next.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
case $(uname -m) in
  x86_64) ;;
  *) skip "timers may interrupt system calls of this processor's kernel" ;;
esac

cat > prog.c <<'END_OF_C'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#define OUT __attribute__ ((noipa))
static volatile double x;
static char bytes[32 << 20], copy[sizeof bytes];
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
OUT static void
compute (double ms)
{
  for (double end = now () + ms; now () < end;)
    for (int i = 0; i < 20000; i++)
      x += i;
}
/* Calls of all sizes: some take longer than there is between samples.  */
OUT static void
fill (double ms)
{
  size_t sizes[] = { 2000, 100000, sizeof bytes };
  for (double end = now () + ms; now () < end;)
    for (int i = 0; i < 3; i++)
      {
	struct iovec to = { copy, sizes[i] }, from = { bytes, sizes[i] };
	if (process_vm_readv (getpid (), &to, 1, &from, 1, 0)
	    != (ssize_t) sizes[i])
	  exit (1);
      }
}
int
main (void)
{
  double start = now ();
  compute (200);
  double middle = now ();
  fill (200);
  double end = now ();
  printf ("%.0f %.0f\n", middle - start, end - middle);
  return 0;
}
END_OF_C

# near MS NAME: what ran in NAME is within a fifth of MS.
near ()
{
  got=$(($(figure running "$2") / 1000000))
  [ $((got * 5)) -ge $(($1 * 4)) ] && [ $((got * 5)) -le $(($1 * 6)) ] \
    || { cat csv; fail "$2: $got ms for $1"; }
}

# Its functions are known by symbols only; or its calls are recorded, and may go
# unrecorded.
for build in "$STOCK" "$CC --profile"; do
  for setting in --budget=10% --budget=0; do
    # shellcheck disable=SC2086
    run 0 $build -O1 prog.c -o prog
    profile 0 $setting ./prog
    read -r computed filled < out
    near "$filled" process_vm_readv
    [ "$(figure running compute)" = none ] \
      || [ $(($(figure running compute) / 1000000)) -lt $((computed * 6 / 5)) ] \
      || { cat csv; fail "compute: for $computed"; }
  done
done
