# Calls of OpenSHMEM raise their events with line, PE and bytes, take and return values of
# all types as ever, and are in the report.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/mpi-events.sh"
. "$HERE/../lib/profile.sh"
. "$HERE/../lib/shmem.sh"
oshrun () { command oshrun -n 2 "$@"; }

cat > prog.c <<'END'
#include <shmem.h>
#include <stdio.h>
static long x[8], count, at, lock;
static int bcast_in[8], bcast_out[8];
static float f; static double d; static long double ld; static short s;
static double in[4], out[4], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static double _Complex z_in, z_out, z_work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long sync1[SHMEM_REDUCE_SYNC_SIZE], sync2[SHMEM_REDUCE_SYNC_SIZE], sync3[SHMEM_BCAST_SYNC_SIZE];
int
main (void)
{
  char name[] = "said.0";
  shmem_ctx_t ctx;
  shmem_init ();
  int me = shmem_my_pe (), other = 1 - me;
  long v[8] = { 10 + me, 20 + me };
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++)
    sync1[i] = sync2[i] = SHMEM_SYNC_VALUE;
  for (int i = 0; i < SHMEM_BCAST_SYNC_SIZE; i++)
    sync3[i] = SHMEM_SYNC_VALUE;
  long *heap = shmem_malloc (800); /* MALLOC */
  shmem_barrier_all (); /* BARRIER */
  shmem_long_put (x, v, 3, other); /* PUT */
  shmem_float_p (&f, 1.5f + me, other); /* FLOAT */
  shmem_double_p (&d, 2.5 + me, other); /* DOUBLE */
  shmem_longdouble_p (&ld, 3.25L + me, other);
  shmem_short_p (&s, (short) -7 - me, other);
  shmem_putmem_nbi (heap, v, 24, other); /* PUTMEM */
  shmem_quiet (); /* QUIET */
  shmem_barrier_all ();
  long g[2]; shmem_long_get (g, x, 2, other); /* GET */
  float gf = shmem_float_g (&f, other);
  double gd = shmem_double_g (&d, other); /* GDOUBLE */
  long double gl = shmem_longdouble_g (&ld, other); /* GLONG */
  short gs = shmem_short_g (&s, other);
  long old = shmem_long_atomic_fetch_add (&count, 5, 0); /* FETCH */
  shmem_long_atomic_inc (&count, 0); /* INC */
  shmem_barrier_all ();
  long swapped = me == 0 ? shmem_long_atomic_compare_swap (&count, 12, 100, 0) : 0; /* CSWAP */
  shmem_set_lock (&lock); /* LOCK */
  shmem_clear_lock (&lock); /* UNLOCK */
  for (int i = 0; i < 4; i++)
    in[i] = i + me;
  shmem_double_sum_to_all (out, in, 4, 0, 0, 2, work, sync1); /* SUM */
  z_in = 1 + me * 2.0i;
  shmem_complexd_sum_to_all (&z_out, &z_in, 1, 0, 0, 2, z_work, sync2);
  for (int i = 0; i < 8; i++)
    bcast_in[i] = 100 * me + i;
  shmem_broadcast32 (bcast_out, bcast_in, 8, 1, 0, 0, 2, sync3); /* BROADCAST */
  if (shmem_ctx_create (0, &ctx))
    return 1;
  shmem_ctx_long_put (ctx, heap, v, 4, other); /* CONTEXT */
  shmem_ctx_quiet (ctx);
  shmem_ctx_destroy (ctx);
  shmem_long_p (&at, 77, other);
  shmem_long_wait_until (&at, SHMEM_CMP_EQ, 77); /* WAIT */
  shmem_barrier_all ();
  name[5] = '0' + me;
  FILE *said = fopen (name, "w");
  if (!said)
    return 1;
  fprintf (said, "%ld %ld %g %g %Lg %d\n", g[0], g[1], gf, gd, gl, gs);
  fprintf (said, "%d %ld %g %g %g+%gi %d %d\n", old == 0 || old == 5 || old == 6,
	   me ? 0 : swapped, out[0], out[3], __real__ z_out, __imag__ z_out, bcast_out[0],
	   bcast_out[7]);
  fclose (said);
  shmem_free (heap);
  shmem_finalize ();
  return 0;
}
END
line () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }

run 0 env OSHMEM_CC="$STOCK" SHMEM_CC="$STOCK" oshcc -O1 -w prog.c -o prog
run 0 oshrun ./prog
cat said.0 said.1 > wanted
[ "$(cat wanted)" = "10 20 1.5 2.5 3.25 -7
1 12 1 7 2+2i 100 107
11 21 2.5 3.5 4.25 -8
1 0 1 7 2+2i 0 0" ] || { cat wanted; fail "without instrumentation"; }

export OSHMEM_CC="$CC" SHMEM_CC="$CC"
for flags in '-O0 -finstrument-gasp' '-O2 -finstrument-gasp' \
	     '-O2 -finstrument-gasp-functions=emitted'; do
  run 0 oshcc $flags -w prog.c -o prog
  for how in '' 'under check' 'under dump'; do
    rm -f said.?
    run 0 $how oshrun ./prog
    cat said.0 said.1 > said
    cmp wanted said || fail "$flags, $how"
    [ "$how" != 'under check' ] || hasnt result '^violation'
  done
  dumped result > all
  for wanted in \
    "0\\.1 - GASP_GCC_SHMEM_ALLOC $(line MALLOC) \"shmem_malloc\" 800" \
    "0\\.1 - GASP_GCC_SHMEM_BARRIER $(line BARRIER) \"shmem_barrier_all\"" \
    "0\\.1 - GASP_GCC_SHMEM_PUT $(line PUT) \"shmem_long_put\" 1 24" \
    "1\\.1 - GASP_GCC_SHMEM_PUT $(line PUT) \"shmem_long_put\" 0 24" \
    "0\\.1 - GASP_GCC_SHMEM_PUT $(line FLOAT) \"shmem_float_p\" 1 4" \
    "0\\.1 - GASP_GCC_SHMEM_PUT $(line DOUBLE) \"shmem_double_p\" 1 8" \
    "0\\.1 - GASP_GCC_SHMEM_PUT $(line PUTMEM) \"shmem_putmem_nbi\" 1 24" \
    "0\\.1 - GASP_GCC_SHMEM_FENCE $(line QUIET) \"shmem_quiet\"" \
    "0\\.1 - GASP_GCC_SHMEM_GET $(line GET) \"shmem_long_get\" 1 16" \
    "1\\.1 - GASP_GCC_SHMEM_GET $(line GDOUBLE) \"shmem_double_g\" 0 8" \
    "1\\.1 - GASP_GCC_SHMEM_GET $(line GLONG) \"shmem_longdouble_g\" 0 16" \
    "1\\.1 - GASP_GCC_SHMEM_ATOMIC_FETCH $(line FETCH) \"shmem_long_atomic_fetch_add\" 0 8" \
    "1\\.1 - GASP_GCC_SHMEM_ATOMIC $(line INC) \"shmem_long_atomic_inc\" 0 8" \
    "0\\.1 - GASP_GCC_SHMEM_ATOMIC_FETCH $(line CSWAP) \"shmem_long_atomic_compare_swap\" 0 8" \
    "0\\.1 - GASP_GCC_SHMEM_LOCK $(line LOCK) [0-9]*" \
    "0\\.1 - GASP_GCC_SHMEM_UNLOCK $(line UNLOCK) [0-9]*" \
    "0\\.1 - GASP_GCC_SHMEM_COLLECTIVE $(line SUM) \"shmem_double_sum_to_all\" -1 32 32 M" \
    "0\\.1 - GASP_GCC_SHMEM_ONE_TO_ALL $(line BROADCAST) \"shmem_broadcast32\" 1 32 0 M" \
    "1\\.1 - GASP_GCC_SHMEM_ONE_TO_ALL $(line BROADCAST) \"shmem_broadcast32\" 1 0 32 M" \
    "0\\.1 - GASP_GCC_SHMEM_PUT $(line CONTEXT) \"shmem_ctx_long_put\" 1 32" \
    "0\\.1 - GASP_GCC_SHMEM_WAIT $(line WAIT) \"shmem_long_wait_until\""; do
    count 1 all "^$wanted\$"
  done
done

run 0 oshcc -O2 -g --profile -w prog.c -o prog
run 0 oshrun "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=flat profile
cp out csv
[ "$(figure calls shmem_barrier_all)" = 8 ] || fail "calls"
run 0 "$GASP" report --format=csv --view=matrix profile
cp out csv
# Of each: a long double, a double, a float, a short; 16 bytes gotten and 24, 24, 32 and 8
# put; PE 1's atomic operations are on PE 0.
for row in '0 1 .* 46 118 ' '1 0 .* 54 126 '; do
  awk -F, '$1 == "\"matrix\"" { print $2, $3, $4, $5, $6, $7 }' csv \
    | grep -qE "^$row" || { cat csv; fail "not $row"; }
done
run 0 "$GASP" report --view=peers profile
has out '^Communication by PE$'
