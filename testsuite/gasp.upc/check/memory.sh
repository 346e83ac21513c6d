# -fupc-check: accesses to what is not there, by line and column, and frees of what was
# not allocated.
#
# SPDX-License-Identifier: Apache-2.0

need addr2line
not_emulated "addr2line is of this machine"
cat > prog.upc <<'END'
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_atomic.h>
shared int a[10 * THREADS];
shared [] int b[10];
shared [7] int parts[10 * THREADS];
shared [5] double c[5 * THREADS];
strict shared int s[THREADS];
shared struct { char x; unsigned y : 3; } fields[THREADS];
upc_atomicdomain_t *domain;
shared struct cell { double d; int i; shared struct cell *next; } *none;
volatile int many, minus = -1;
int v[100];
static shared int *
wild (void)
{
  shared int *p;
  memset (&p, 0x2a, sizeof p);
  return p;
}
__attribute__ ((noipa)) static void
put (shared int *to, int i)
{
  to[i] = 1;						/* put */
}
static int
fault (int what)
{
  shared int *p = upc_global_alloc (THREADS, 40), *null = 0;
  shared [] int *q = upc_alloc (40);
  upc_lock_t *lock = upc_global_lock_alloc ();
  switch (what)
    {
    case 1: a[many] = 5; break;				/* 1 */
    case 2: return b[10 + many * 0];			/* 2 */
    case 3: return a[minus];				/* 3 */
    case 4: p[many] = 1; break;				/* 4 */
    case 5: q[10] = 1; break;				/* 5 */
    case 6: *null = 1; break;				/* 6 */
    case 7: upc_free (p); p[3] = 1; break;		/* 7 */
    case 8: upc_free (q); upc_free (q); break;		/* 8 */
    case 9: upc_free (q + 1); break;			/* 9 */
    case 10: upc_free ((shared void *) lock); break;	/* 10 */
    case 11: v[0] = *(int *) &a[1]; break;		/* 11 */
    case 12: upc_memget (v, &a[0], 44); break;		/* 12 */
    case 13: upc_memput (q, v, 44); break;		/* 13 */
    case 14: null[3] = 1; break;			/* 14 */
    case 15: return *wild ();				/* 15 */
    case 16: upc_free (&a[0]); break;			/* 16 */
    case 17: return s[THREADS + many * 0];		/* 17 */
    case 18: fields[many].y = 3; break;			/* 18 */
    case 19: upc_memset (&c[4], 0, 16); break;		/* 19 */
    case 20: a[many] += 2; break;			/* 20 */
    case 22: for (int i = 0; i < 11 + many * 0; i++) b[i] = i;	/* 22 */
      break;
    case 23: upc_forall (int i = 0; i < 12 * THREADS; i++; &a[i]) /* 23 */
	a[i] = 1;						/* 23 */
      break;
    case 24: for (int i = 0; i < 11; i++) v[0] += q[i];		/* 24 */
      break;
    case 25: v[0] = q[3]; upc_free (q); v[0] = q[3];		/* 25 */
      break;
    case 26: v[0] = b[9]; v[0] += c[0]; v[0] = b[10 + many * 0]; /* 26 */
      break;
    case 27: put (&a[0], 10 * THREADS); break;		/* 27 */
    case 28: put ((shared int *) s, -1); break;		/* 28 */
    case 32: v[0] = none->next == none; break;			/* 32 */
    case 31: parts[many] = 1; break;			/* 31 */
    case 29: p[-1] = 1; break;				/* 29 */
    case 30: ((shared [] char *) (shared void *) domain)[-1] = 1;	/* 30 */
      break;
    case 21: *(shared [2] int *) (shared void *)
	       ((shared [8] int *) p + 7) = 3; break;	/* 21 */
    }
  return 0;
}
int main (int argc, char **argv)
{
  many = 10 * THREADS;
  domain = upc_all_atomicdomain_alloc (UPC_INT, UPC_ADD, 0);	/* domain */
  upc_barrier;
  if (MYTHREAD == 0)
    fault (atoi (argv[1]));
  upc_barrier;
  return 0;
}
END

# finds CASE MESSAGE
finds ()
{
  line=$(grep -n "/\* $1 \*/" prog.upc | cut -d : -f 1)
  for threads in 2 3; do
    run 1 ./prog -n $threads "$1"
    has err "libupc: thread 0: .*$2"
    has err "prog.upc:$line[: ]"
    has err "^libupc:   prog.upc:[0-9]+ in fault"
  done
}

for options in '' -O2 '--conduit=loopback -O1' --profile; do
  its_turn 2 || continue
  # shellcheck disable=SC2086
  run 0 "$UPCC" -g -fupc-check $options prog.upc -o prog
  run 0 ./prog -n 3 0
  hasnt err .
  finds 1 'prog.upc:[0-9]+:[0-9]+: a write of 4 bytes at a\[(20|30)\], which has (20|30) elements'
  finds 2 'a read of 4 bytes at b\[10\], which has 10 elements'
  finds 3 'a read of 4 bytes at a\[-1\], which has'
  finds 4 'a write of 4 bytes that begins [0-9]+ bytes behind the end of what thread 0 has of a block of (80|120) bytes, allocated at prog.upc:[0-9]+'
  finds 5 'that begins 0 bytes behind the end .* of a block of 40 bytes'
  finds 6 'through a null pointer-to-shared$'
  finds 7 'in a block that thread 0 has freed at prog.upc:[0-9]+.*; it was allocated at prog.upc:[0-9]+'
  finds 8 'upc_free: thread 0 has freed the memory before, at prog.upc:'
  finds 9 'upc_free: the pointer is 4 bytes behind where the memory begins'
  finds 10 'upc_free: the pointer is to a lock'
  finds 11 'a pointer-to-shared to memory of thread 1 becomes a private pointer in thread 0'
  finds 12 'a read of 44 bytes at a\[0\], from where on thread 0 has 40 bytes of it'
  finds 13 'a write of 44 bytes that ends 4 bytes behind the end'
  finds 14 'null pointer-to-shared, (which was moved|as members and elements are)'
  finds 32 'a read of 8 bytes 16 bytes behind a null pointer-to-shared, as members'
  finds 15 'a pointer-to-shared (that is to thread [0-9]+ of|that points nowhere)'
  finds 16 'the pointer .* is none that was allocated'
  finds 17 'at s\[[23]\], which has [23] elements'
  finds 18 'a write of .* at fields\['
  finds 19 'a write of 16 bytes at c\[4\], from where on thread 0 has 8 bytes of it'
  finds 20 'a write of 4 bytes at a\['
  finds 22 'a write of 4 bytes at b\[10\], which has 10 elements'
  finds 23 'a write of 4 bytes at a\[(20|30)\], which has (20|30) elements'
  finds 24 'a read of 4 bytes that begins 0 bytes behind the end'
  finds 25 'in a block that thread 0 has freed at prog.upc:[0-9]+'
  finds 26 'a read of 4 bytes at b\[10\], which has 10 elements'
  finds 27 '[0-9]+: a write of 4 bytes that begins 0 bytes behind the end of what thread 0 has of a \(prog.upc:5\)'
  finds 28 'a write of 4 bytes that begins 4 bytes before what thread [12] has of s \(prog.upc:9\)'
  finds 31 'a write of 4 bytes at parts\[(20|30)\], which has (20|30) elements'
  finds 29 'a write of 4 bytes that begins 4 bytes before what thread [12] has of a block of (80|120) bytes, allocated at prog.upc:[0-9]+ '
  finds 30 "that begins 1 bytes before what thread 0 has of a block of .* bytes, allocated at prog.upc:$(grep -n '/. domain' prog.upc | cut -d : -f 1) "
  finds 21 'pointer-to-shared of phase 7, but its blocks have 2 elements'
done

# Calls of several lines stay several, so that each has its line.
run 0 "$UPCC" -O2 -fupc-check '-###' -c prog.upc
has err '[ "]-fno-crossjumping[ "]'
has err '[ "]-fno-optimize-sibling-calls[ "]'

# It goes on if that is wanted, and says so once for each place.
run 0 "$UPCC" -g -fupc-check prog.upc -o prog
UPC_CHECK=go-on run 0 ./prog -n 2 11
count 1 err 'becomes a private pointer'
UPC_CHECK=on run 0 ./prog -n 2 0
has err 'UPC_CHECK is "on"; it may be end or go-on; taken as not set'

# In front of the first object is nothing, up to null.
cat > first.upc <<'END'
#include <upc.h>
shared int only[THREADS];
shared int *place (shared int *p, int n) { return p + n; }
int main (int argc, char **argv) { return *place (only, -THREADS * argc); }
END
run 0 "$UPCC" -g -fupc-check first.upc -o first
run 1 ./first -n 2
has err '4:[0-9]+: a read of 4 bytes that begins 4 bytes before what thread 0 has of only '
run 1 ./first -n 2 $(seq 31)
has err 'a read of 4 bytes 3968 bytes behind a null pointer-to-shared'
