# -fupc-check: races with what goes on while a thread does: collective functions that do
# not wait for all threads, and transfers until upc_sync; and of atomic operations with
# others.  Each beside the same that is right.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.upc <<'END'
#include <stdlib.h>
#include <upc.h>
#include <bupc_extensions.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_nb.h>
#define ALL_IN UPC_IN_ALLSYNC
#define ALL_OUT UPC_OUT_ALLSYNC
shared [10] int blocks[10 * THREADS];
shared [4] int src[4 * THREADS];
shared [] int root[64];
shared int one[THREADS], x;
upc_atomicdomain_t *domain;
static int
wrong (int what)
{
  int v[10] = { 0 }, me = MYTHREAD;
  upc_handle_t h = UPC_COMPLETE_HANDLE;
  switch (what)
    {
    case 1: if (me == 1) root[0] = 5;				/* 1 */
      upc_all_broadcast (one, root, 4, UPC_IN_MYSYNC | ALL_OUT); /* 1 */
      break;
    case 2: upc_all_broadcast (one, root, 4, ALL_IN | UPC_OUT_NOSYNC); /* 2 */
      return one[me];						/* 2 */
    case 3: upc_all_broadcast (one, root, 4, ALL_IN | UPC_OUT_MYSYNC);	/* 3 */
      if (me == 1) root[0] = 3;					/* 3 */
      break;
    case 4: src[4 * me] = me;					/* 4 */
      upc_all_gather (root, src, 16, UPC_IN_NOSYNC | ALL_OUT);	/* 4 */
      break;
    case 5: upc_all_reduceI (root, one, UPC_ADD, THREADS, 1, NULL, /* 5 */
			     UPC_IN_MYSYNC | UPC_OUT_NOSYNC);	/* 5 */
      one[me] = 3;						/* 5 */
      break;
    case 6: if (me == 0)
	h = upc_memput_nb (root, v, 40), root[3] = 1;		/* 6 */
      break;
    case 7: if (me == 0)
	h = upc_memcpy_nb (&blocks[10], blocks, 40), v[0] = blocks[12];	/* 7 */
      break;
    case 8: if (me == 0)
	upc_memcpy_nbi (&blocks[10], blocks, 40), blocks[3] = 1; /* 8 */
      upc_synci ();
      break;
    case 9: if (me == 0) h = upc_memput_nb (root, v, 40);	/* 9 */
      upc_barrier;
      if (me == 1) v[0] = root[1];				/* 9 */
      break;
    case 10: if (me) upc_atomic_relaxed (domain, NULL, UPC_INC, &x, 0, 0); /* 10 */
      else x = 3;						/* 10 */
      break;
    case 11: if (me == 0) return x;				/* 11 */
      upc_atomic_relaxed (domain, NULL, UPC_INC, &x, 0, 0);	/* 11 */
      break;
    case 12: if (me == 0) upc_memput (root, v, 40);		/* 12 */
      else v[0] = root[2];					/* 12 */
      break;
    case 13: if (me == 0) return x;				/* 13 */
      bupc_atomicI_fetchadd_relaxed (&x, 1);			/* 13 */
      break;
    }
  upc_sync (h);
  return v[0];
}
/* Each IN and OUT as they have to be used.  */
static int
right (int i, int in, int out)
{
  int v[10] = { i }, me = MYTHREAD, got = 0;
  int next = (me + 1) % THREADS;
  src[4 * me] = i;
  if (me == 0) root[0] = i;
  if (in == UPC_IN_NOSYNC) upc_barrier;
  upc_all_gather (root, src, 16, in | out);
  if (out == UPC_OUT_NOSYNC) upc_barrier;
  src[4 * me] = 3;
  if (me == 0) got += root[4 * THREADS - 1], root[2] = i;
  if (in == UPC_IN_NOSYNC) upc_barrier;
  upc_all_broadcast (one, root, 4, in | out);
  if (out == UPC_OUT_NOSYNC) upc_barrier;
  got += one[me];
  if (out == ALL_OUT) got += one[next];
  upc_barrier;
  upc_all_reduceI (root, one, UPC_ADD, THREADS, 1, NULL, in | out);
  upc_barrier;
  upc_handle_t h = upc_memput_nb (&blocks[10 * next], v, 40);
  upc_memget_nbi (v, &src[4 * next], 16);
  got += root[0];
  upc_sync (h);
  upc_synci ();
  blocks[10 * next + 3] = 1;
  upc_barrier;
  got += blocks[10 * me + 3];
  for (h = upc_memcpy_nb (&blocks[10 * me], &src[4 * next], 16);
       !upc_sync_attempt (h);)
    ;
  blocks[10 * me] = got;
  if (me == 0) x = 0;
  upc_barrier;
  upc_atomic_relaxed (domain, NULL, UPC_INC, &x, 0, 0);
  upc_atomic_strict (domain, v, UPC_GET, &x, 0, 0);
  upc_barrier;
  got += x;
  upc_barrier;
  return got;
}
int main (int argc, char **argv)
{
  static const int ins[] = { ALL_IN, UPC_IN_MYSYNC, UPC_IN_NOSYNC };
  static const int outs[] = { ALL_OUT, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC };
  domain = upc_all_atomicdomain_alloc (UPC_INT, UPC_INC | UPC_GET, 0);
  for (int i = 0; i < 45; i++)
    right (i, ins[i % 3], outs[i / 3 % 3]);
  if (argc > 1)
    return wrong (atoi (argv[1])) & 0;
  return 0;
}
END

. "$HERE/../../lib/races.sh"

for options in '' -O2 '--conduit=loopback -O1' --profile; do
  its_turn 2 || continue
  # shellcheck disable=SC2086
  run 0 "$UPCC" -g -fupc-check $options prog.upc -o prog
  for threads in 1 2 4; do
    run 0 ./prog -n $threads
    hasnt err .
  done
  races 1 'root\[0\]' thread writes 'a transfer of thread' reads
  races 2 'one\[[0-2]\]' thread reads 'a transfer of thread' writes
  races 3 'root\[0\]' thread writes 'a transfer of thread' reads
  races 4 'src\[[0-9]+\]' thread writes 'a transfer of thread' reads
  races 5 'one\[[0-2]\]' thread writes 'a transfer of thread' reads
  races 6 'root\[3\]' thread writes 'a transfer of thread' writes
  races 7 'blocks\[12\]' thread reads 'a transfer of thread' writes
  races 8 'blocks\[3\]' thread writes 'a transfer of thread' reads
  races 9 'root\[1\]' thread reads 'a transfer of thread' writes
  races 10 x thread writes thread writes
  races 11 x thread reads thread writes
  races 12 'root\[2\]' thread reads thread writes
  races 13 x thread reads thread writes
done
