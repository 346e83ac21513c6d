# How long PEs of OpenSHMEM wait, and for whom: as the program finds by its own clock.  For
# an object to be changed, by puts and atomic operations; for locks; barriers of all and of
# some; and collective functions.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
. "$HERE/../lib/waits.sh"
. "$HERE/../lib/shmem.sh"
cat > prog.c <<'END'
#include <shmem.h>
#include <stdio.h>
#include "now.h"
#include <unistd.h>

#define ROUNDS 10
static int me;
static long flag, count, lock;
static double came, waited;
static long in[8], out[24], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long sync1[SHMEM_REDUCE_SYNC_SIZE], sync2[SHMEM_BCAST_SYNC_SIZE],
  sync3[SHMEM_BARRIER_SYNC_SIZE];
static void
meet (void)
{
  shmem_barrier_all ();
}
/* All wait, by BEGIN and END, for PE LATE, if WAITS.  */
static void
note (double begin, double end, int late, int waits)
{
  meet ();
  double until = shmem_double_g (&came, late);
  until = until > end ? end : until;
  if (waits && until > begin)
    waited += until - begin;
  meet ();
}
static void
say (const char *what, int late, int waits)
{
  if (waits)
    printf ("%s %d %.0f %d\n", what, me, waited * 1e9, late);
  waited = 0;
}
#define PLANTED(what, late, waits, call)				\
  for (int i = 1; i <= ROUNDS; i++)					\
    {									\
      double begin, end;						\
      meet ();								\
      if (me == late)							\
	usleep (20000);							\
      begin = came = now ();						\
      call;								\
      end = now ();							\
      note (begin, end, late, waits);					\
    }									\
  say (what, late, waits);
#define HELD(what, held, waits)						\
  for (int i = 1; i <= ROUNDS; i++)					\
    {									\
      double begin, end;						\
      if (me == held)							\
	shmem_set_lock (&lock);						\
      meet ();								\
      begin = now ();							\
      if (me == held)							\
	usleep (20000);							\
      else if (waits)							\
	shmem_set_lock (&lock);						\
      end = came = now ();						\
      if (me == held || waits)						\
	shmem_clear_lock (&lock);					\
      note (begin, end, held, waits);					\
    }									\
  say (what, held, waits);
int
main (void)
{
  shmem_init ();
  me = shmem_my_pe ();
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
    sync1[i] = SHMEM_SYNC_VALUE;
  for (int i = 0; i < SHMEM_BCAST_SYNC_SIZE; i++)
    sync2[i] = SHMEM_SYNC_VALUE;
  for (int i = 0; i < SHMEM_BARRIER_SYNC_SIZE; i++)
    sync3[i] = SHMEM_SYNC_VALUE;
  meet ();
  PLANTED ("PUT", 2, me == 0, /* PUT */
    if (me == 2)
      shmem_long_p (&flag, i, 0);
    else if (me == 0)
      shmem_long_wait_until (&flag, SHMEM_CMP_EQ, i))
  PLANTED ("ADD", 1, me == 0, /* ADD */
    if (me != 0)
      shmem_long_atomic_add (&count, 1, 0);
    else
      shmem_long_wait_until (&count, SHMEM_CMP_EQ, 2 * i))
  PLANTED ("BARRIER", 1, me != 1, shmem_barrier_all ()) /* BARRIER */
  PLANTED ("SOME", 0, me == 2, /* SOME */
    if (me != 1)
      shmem_barrier (0, 1, 2, sync3))
  PLANTED ("SUM", 2, me != 2, /* SUM */
    shmem_long_sum_to_all (out, in, 4, 0, 0, 3, work, sync1))
  PLANTED ("BROADCAST", 1, me != 1, /* BROADCAST */
    shmem_broadcast64 (out, in, 8, 1, 0, 0, 3, sync2))
  HELD ("LOCK", 1, me == 0) /* LOCK */
  shmem_finalize ();
  return 0;
}
END
export OSHMEM_CC="$CC" SHMEM_CC="$CC"
run 0 oshcc -g -O1 --profile -w -I"$HERE/../lib" prog.c -o prog
check_waits prog.c 10 oshrun -n 3 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --view=critical-path,delays profile
has out 'PEs are late'
