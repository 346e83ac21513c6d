# -fupc-check: collective functions whose arguments differ between threads, are not there,
# or overlap; each beside one that is right.
#
# SPDX-License-Identifier: Apache-2.0

need addr2line
not_emulated "addr2line is of this machine"
cat > prog.upc <<'END'
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>
#define SYNC (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)
#define MYSYNC (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)
shared [4] int four[THREADS][4], more[THREADS][4];
shared int one[THREADS];
shared [] int root[4 * 4];
shared [3] double d[3 * THREADS], e[3 * THREADS];
static int
compare (shared void *a, shared void *b)
{
  return *(shared int *) a - *(shared int *) b;
}
static void
call (int what, int wrong)
{
  int odd = wrong && MYTHREAD == 1;
  size_t n = sizeof (int);
  shared void *p;
  switch (what)
    {
    case 1: upc_all_broadcast (one, root, odd ? 2 : 4, 0); break;	/* 1 */
    case 2: upc_all_broadcast (one, &root[odd], n, 0); break;		/* 2 */
    case 3: upc_all_scatter (four, root, n, odd ? SYNC : MYSYNC); break; /* 3 */
    case 4: if (odd) upc_all_gather (root, one, n, SYNC);		/* 4 */
      else if (wrong) upc_all_broadcast (one, root, n, SYNC);		/* 4 */
      break;
    case 5: upc_all_broadcast (one, root, wrong ? 8 : 4, 0); break;	/* 5 */
    case 6: upc_all_scatter (four, root, wrong ? 40 : 16, 0); break;	/* 6 */
    case 7: upc_all_gather (root, four, wrong ? 20 : 16, 0); break;	/* 7 */
    case 8: upc_all_gather_all (four, wrong ? (shared int *) &four[0][1] : one, /* 8 */
				n, 0); break;				/* 8 */
    case 9: upc_all_exchange (four, more, wrong ? 12 : 1, 0); break;	/* 9 */
    case 10: upc_all_reduceD (&d[0], e, UPC_ADD, odd ? 1 : 3, 3, NULL, 0); /* 10 */
      break;
    case 11: upc_all_reduceD (&d[0], e, UPC_ADD, 3 * THREADS + wrong, 3, /* 11 */
			      NULL, 0);					/* 11 */
      break;
    case 12: upc_all_reduceD (wrong ? &e[0] : &d[0], e, UPC_MAX, 3 * THREADS, /* 12 */
			      3, NULL, 0);				/* 12 */
      break;
    case 13: upc_all_prefix_reduceD (wrong ? e : d, e, UPC_ADD, 3 * THREADS, /* 13 */
				     3, NULL, 0);			/* 13 */
      break;
    case 14: upc_all_sort (one, n, THREADS + wrong, 1, compare, 0);	/* 14 */
      break;
    case 15: p = upc_all_alloc (THREADS + odd, 8);			/* 15 */
      upc_all_free (p); break;
    case 16: p = upc_all_alloc (THREADS, 8);
      upc_all_free (odd ? (shared void *) ((shared char *) p + 8) : p);	/* 16 */
      break;
    case 17: if (!MYTHREAD)
	upc_memcpy (&root[1], &root[wrong ? 0 : 2], n + wrong);		/* 17 */
      break;
    }
}
int main (int argc, char **argv)
{
  if (argc > 1)
    call (atoi (argv[1]), 1);
  else
    for (int i = 0; i < 300; i++)
      for (int what = 1; what <= 17; what++)
	call (what, 0);
  upc_barrier;
  return 0;
}
END

# finds CASE MESSAGE: whichever thread says so.
finds ()
{
  line=$(grep -n "/\* $1 \*/" prog.upc | cut -d : -f 1 | paste -s -d '|')
  run 1 ./prog -n 2 "$1"
  has err "libupc: thread [01]: .*$2"
  has err "prog.upc:($line)[: ]"
}

for options in '' -O2 --profile; do
  # shellcheck disable=SC2086
  run 0 "$UPCC" -g -fupc-check $options prog.upc -o prog
  for threads in 1 2 4; do
    run 0 ./prog -n $threads
    hasnt err .
  done
  finds 1 'upc_all_broadcast: "nbytes" is [24], but [24] in thread [01], at prog.upc:[0-9]+.*; it must be the same in all threads'
  finds 2 'upc_all_broadcast: "src" is \(thread 0, phase 0, address 0x[0-9a-f]+\), but'
  finds 3 'upc_all_scatter: "flags" is'
  finds 4 'thread [01] calls upc_all_(gather|broadcast) instead'
  finds 5 'upc_all_broadcast: a write of 8 bytes at one\[[01]\], from where on thread [01] has 4'
  finds 6 'upc_all_scatter: a (read|write) of [0-9]+ bytes at (root|four)\[[0-9]+\]'
  finds 7 'upc_all_gather: a (read|write) of [0-9]+ bytes at (root|four)\['
  finds 8 'upc_all_gather_all: "src" and "dst" overlap, in 4 bytes on thread [01]'
  finds 9 'upc_all_exchange: a (read|write) of 24 bytes at (four|more)\['
  finds 10 'upc_all_reduceD: "nelems" is [13], but [13] in thread'
  finds 11 'upc_all_reduceD: a read of .* bytes at e\['
  finds 12 'upc_all_reduceD: "src" and "dst" overlap, in 8 bytes on thread 0: it writes to e\[0\]'
  finds 13 'upc_all_prefix_reduce[A-Z]+: "src" and "dst" overlap, in 24 bytes'
  finds 14 'upc_all_sort: a write of .* bytes at one\['
  finds 15 'upc_all_alloc: "nblocks" is [23], but [23] in thread'
  finds 16 'upc_all_free: "ptr" is'
  finds 17 '"src" and "dst" overlap, in 1 bytes on thread 0: it writes to root\[1\]'
done
