# A profiled program's data go the way that the plain one's go: large relaxed reads by
# the cache, none by a nonblocking operation, and in the same time where there is no
# tool.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../../lib/mpi.sh"
cat > prog.upc <<'END_OF_SOURCE'
#include <upc.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#define N 2048
struct s128 { char c[128]; };
struct s256 { char c[256]; };
struct s5000 { char c[5000]; };
struct s65536 { char c[65536]; };
shared [N] struct s128 a[N * THREADS];
shared struct s256 b[THREADS];
shared struct s5000 c[THREADS];
shared struct s65536 d[THREADS];

static double
now (void)
{
  struct timeval t;
  gettimeofday (&t, 0);
  return t.tv_sec + 1e-6 * t.tv_usec;
}

#define MOVE(type, array)						\
  {									\
    struct type one, two;						\
    memset (&one, MYTHREAD + 1, sizeof one);				\
    array[other] = one;							\
    two = array[other];							\
    wrong += memcmp (&one, &two, sizeof one) != 0;			\
    upc_barrier;							\
    two = *(strict shared struct type *) &array[other];			\
    wrong += memcmp (&one, &two, sizeof one) != 0;			\
    upc_barrier;							\
    *(strict shared struct type *) &array[other] = one;			\
    upc_barrier;							\
    wrong += array[MYTHREAD].c[9] != other + 1;				\
    upc_barrier;							\
  }

int
main (void)
{
  int other = (MYTHREAD + 1) % THREADS, wrong = 0, sum = 0;
  double least = 1;
  struct s128 v;
  MOVE (s256, b)
  MOVE (s5000, c)
  MOVE (s65536, d)
  for (int round = 0; round < 9; round++)
    {
      double t = now ();
      for (int i = 0; MYTHREAD == 0 && i < N; i++)
	{
	  v = a[other * N + i];
	  sum += v.c[0];
	}
      t = now () - t;
      if (t < least)
	least = t;
      upc_barrier;
    }
  if (MYTHREAD == 0)
    printf ("%.0f ns a read, %d wrong\n", least / N * 1e9, wrong + sum);
  return wrong;
}
END_OF_SOURCE
cat > tool.c <<'END_OF_SOURCE'
#include <stdarg.h>
#include <stdio.h>
#include <gasp.h>
#include <gasp_upc.h>
struct _gasp_context_S { int kinds[1024]; };
static struct _gasp_context_S c;
gasp_context_t gasp_init (gasp_model_t m, int *argc, char ***argv) { return &c; }
void
gasp_event_notifyVA (gasp_context_t c, unsigned int tag, gasp_evttype_t type,
		     const char *file, int line, int column, va_list args)
{
  c->kinds[tag % 1024] += type != GASP_END;
  if (tag == GASP_UPC_COLLECTIVE_EXIT && type == GASP_END)
    printf ("tool: %d gets, %d puts, %d begun, many hits %d\n",
	    c->kinds[GASP_UPC_GET] / 1000, c->kinds[GASP_UPC_PUT],
	    c->kinds[GASP_UPC_NB_GET_INIT] + c->kinds[GASP_UPC_NB_PUT_INIT],
	    c->kinds[GASP_UPC_CACHE_HIT] > 9 * 2048 * 8 / 10);
}
END_OF_SOURCE
cat "$HERE/../../lib/tool-rest.c" >> tool.c
run 0 "$CC" -O2 -I"$BUILD/include" -c tool.c -o tool.o
run 0 "$UPCC" -O2 --conduit=mpi prog.upc -o plain
run 0 "$UPCC" -O2 --conduit=mpi --profile prog.upc -o profiled
run 0 "$UPCC" -O2 --conduit=mpi --profile prog.upc tool.o -o watched
export UPC_NODE_SIZE=1

# measure PROGRAM: what a read takes, into NS.
measure ()
{
  run 0 gasprun -n 2 "./$1"
  has out ' 0 wrong$'
  NS=$(sed -n 's/ ns a read.*//p' out)
}
for MPI in $MPIS; do
  run 0 gasprun -n 2 ./watched
  has out ' 0 wrong$'
  has out '^tool: 18 gets, 6 puts, 0 begun, many hits 1$'
  # Without the cache, a read takes ten times as long.
  for try in 1 2 3; do
    measure plain
    one=$NS
    measure profiled
    [ "$NS" -gt $((3 * one + 50)) ] || break
  done
  [ "$NS" -le $((3 * one + 50)) ] \
    || fail "$MPI: a profiled read takes $NS ns, a plain one $one"
done
