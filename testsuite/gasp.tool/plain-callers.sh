# Of a program whose functions are not instrumented, with events of other kinds or
# with none at all, samples know who called whom, also what the compiler has inlined,
# by its full name and with its line.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "callers are known on x86-64 only"
"$GASP" doctor | grep -q 'libdw.*no' && unsupported "no libdw"
cat > prog.C <<'END'
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <vector>
namespace shop {
struct Order { unsigned number; unsigned key; };
static volatile unsigned sink;
static inline unsigned slow_key (const Order &o)	/* KEY */
{
  unsigned x = o.key;
  for (int i = 0; i < 60; i++)
    sink = x = x * 1664525 + 1013904223;
  return x;
}
template <typename Key> static void sort_by (std::vector<Order> &all, Key key)
{
  std::sort (all.begin (), all.end (), [&] (const Order &a, const Order &b)
    { return key (a) < key (b); });
}
struct Shelf
{
  char *room = (char *) malloc (1 << 20);
  __attribute__ ((noinline)) void clear ();
};
void Shelf::clear ()
{
  for (int i = 0; i < 40; i++)
    memset (room, i, 1 << 20);
}
}

int main ()
{
  shop::Shelf shelf;
  for (int turn = 0; turn < 25; turn++)
    {
      std::vector<shop::Order> orders;
      for (unsigned i = 0; i < 4000; i++)
	orders.push_back ({ i, i * 2654435761u });
      shop::sort_by (orders, [] (const shop::Order &o) { return slow_key (o); });
      shelf.clear ();
    }
}
END
line=$(grep -n '/\* KEY \*/' prog.C | cut -d : -f 1)
for options in "" "-finstrument-gasp"
do
  if [ "$options" ]; then
    run 0 "$CXX" -g -O2 $options prog.C -o prog
  else
    run 0 g++ -g -O2 prog.C -o prog
  fi
  profile 0 ./prog
  key=$(figure running_percent shop::slow_key)
  [ "${key%.*}" -ge 20 ] || { cat csv; fail "slow_key has $key %"; }
  has csv "prog.C:$line"
  "$GASP" report --view=tree --limit=0 profile > tree
  grep -q 'shop::sort_by<.*prog.C' tree || { cat tree; fail "sort_by is inlined, too"; }
  grep -q 'main::<lambda>' tree || { cat tree; fail "a lambda has another name"; }
  awk '/shop::Shelf::clear/ { at = NR } /mems/ && at && NR <= at + 3 { found = 1 }
       END { exit !found }' tree || { cat tree; fail "memset was not called by clear"; }
done

# However functions have their frames: on the stack pointer, the frame pointer, or
# both, behind arrays of any size.
cat > leaf.h <<'END'
static volatile unsigned sink;
__attribute__ ((noinline)) static unsigned
leaf (unsigned x)
{
  for (int i = 0; i < 3000; i++)
    sink = x = x * 1664525 + 1013904223;
  return x;
}
END
cat > deep.c <<'END'
#include <stdio.h>
#include <string.h>
#include "leaf.h"
__attribute__ ((noinline)) static unsigned
middle (unsigned x)
{
  unsigned sum = 0;
  for (int i = 0; i < 3; i++)
    sum += leaf (x + i);
  return sum;
}
__attribute__ ((noinline)) static unsigned
array (unsigned n)
{
  char room[n % 64 + 64];
  memset (room, n, sizeof room);
  return middle (n) + room[n % 64];
}
__attribute__ ((noinline)) static unsigned
text (unsigned x)
{
  char room[100];
  unsigned sum = 0;
  for (int i = 0; i < 20; i++)
    sum += snprintf (room, sizeof room, "%f %d", x * 1.1, x + i);
  return sum;
}
__attribute__ ((noinline)) static unsigned
outer (unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum += array (i) + text (i);
  return sum;
}
int
main (void)
{
  return outer (8000) == 1;
}
END
# has_callers WHAT: in the profile of deep.
has_callers ()
{
  "$GASP" report --format=folded profile > folded
  awk '{ time = $NF; all += time }
       /^main;outer;array;middle;leaf / { leaf += time }
       /^main;outer;text;/ { text += time }
       END { exit !(leaf > all * .4 && leaf + text > all * .9) }' folded \
    || { cat folded; fail "with $1, callers are missing"; }
}
for options in -O0 -O2 "-O2 -fno-omit-frame-pointer"
do
  run 0 "$STOCK" -g $options deep.c -o deep
  rm -rf profile
  recorded 0 ./deep
  has_callers "$options"
done
# So it is with samples alone where functions are instrumented.
run 0 "$CC" -g -O2 --profile deep.c -o deep
profile 0 --budget=0 ./deep
has_callers "samples alone"

# Of two callers, the second of which has the stack just as the first had it, each has
# its own time.
cat > turns.c <<'END'
#include "leaf.h"
#define CALLER(name, change)				\
  __attribute__ ((noinline)) static unsigned		\
  name (unsigned n)					\
  {							\
    unsigned sum = 0;					\
    for (unsigned i = 0; i < n; i++)			\
      sum += middle (i);				\
    change;						\
    return sum;						\
  }
__attribute__ ((noinline)) static unsigned
middle (unsigned x)
{
  return leaf (x) + 1;
}
CALLER (first, sink++)
CALLER (second, sink--)
int
main (void)
{
  return first (12000) + second (48000) == 1;
}
END
for options in -O0 -O2; do
  run 0 "$STOCK" -g $options turns.c -o turns
  rm -rf profile
  recorded 0 ./turns
  "$GASP" report --format=folded profile > folded
  awk '{ time = $NF; all += time }
       /^main;first;middle;leaf / { first += time }
       /^main;second;middle;leaf / { second += time }
       END { exit !(first > all * .1 && first < all * .3 && second > all * .7) }' folded \
    || { cat folded; fail "one caller has the time of the other"; }
done

# What a library calls is below what called the library; what main calls in
# libraries is below main.
cat > back.c <<'END'
#include <stdlib.h>
#include <string.h>
static char *names[20000];
static int
compare (const void *a, const void *b)
{
  int order = strcmp (*(char *const *) a, *(char *const *) b);
  return order < 0 ? -1 : order > 0;
}
__attribute__ ((noinline)) static void
sort (void)
{
  qsort (names, 20000, sizeof *names, compare);
  __asm__ ("");
}
int
main (void)
{
  for (int i = 0; i < 20000; i++)
    {
      names[i] = malloc (80);
      memset (names[i], 'a', 79);
      names[i][70] = 'a' + i * 7 % 26;
      names[i][79] = 0;
    }
  for (int i = 0; i < 12; i++)
    {
      sort ();
      for (int j = 0; j < 20000; j++)
	names[j][70] = 'a' + (i + j) * 11 % 26;
    }
  return 0;
}
END
run 0 "$STOCK" -g -O2 back.c -o back
rm -rf profile
recorded 0 ./back
"$GASP" report --format=folded profile > folded
awk '/^free / { next }	# a thread that is kept from the processor is so behind munmap
     { time = $NF; all += time } /^main;sort;compare/ { below += time }
     /^main;/ { main += time }
     END { exit !(below > all * .2 && main > all * .9) }' folded \
  || { cat folded; fail "what a library calls has no callers"; }

# What a call before has left on the stack, where the next one has its own, is no caller;
# nor is what lies behind the end of a thread's stack.
cat > left.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
static volatile unsigned sink;
__attribute__ ((noinline)) static void
fill (char *room)
{
  char here[200];
  struct timespec t;
  for (int i = 0; i < 3; i++)
    {
      clock_gettime (CLOCK_MONOTONIC, &t);
      memset (here, i, sizeof here);
      sink += t.tv_nsec + here[i];
    }
  room[0] = sink;
}
__attribute__ ((noinline)) static void
print (char *room, double x)
{
  snprintf (room, 100, "%.17g %.12g", x, x * 3);
  sink++;
}
__attribute__ ((noinline)) static void
outer (char *room, int i)
{
  fill (room);
  print (room, i * 1.1);
  sink++;
}
static void *
run (void *room)
{
  for (int i = 0; i < 60000; i++)
    outer (room, i);
  return room;
}
int
main (void)
{
  static char room[100];
  pthread_t thread;
  pthread_create (&thread, NULL, run, room);
  pthread_join (thread, NULL);
  return 0;
}
END
run 0 "$STOCK" -g -O2 left.c -o left -pthread
rm -rf profile
recorded 0 ./left
"$GASP" report --format=folded profile > folded
awk '{ time = $NF; all += time } /;fill;.*(printf|mpn|digit)/ || /^main;run/ { wrong += time }
     /^run;outer;print;/ { right += time }
     END { exit !(wrong < all * .01 && right > all * .1) }' folded \
  || { cat folded; fail "others are taken for callers"; }

# Nor is it where so much was left in a function's part of the stack that there is no room
# for what that returns to.
{
  cat <<'END'
static volatile unsigned sink;
#define CALLER(name, next, bytes) \
  __attribute__ ((noipa)) static void name (unsigned n) \
  { volatile char room[bytes]; room[n % bytes] = n; next (n + room[n % bytes]); sink++; }
__attribute__ ((noipa)) static void leaf (unsigned n) { sink += n; }
__attribute__ ((noipa)) static void
work (unsigned n)
{
  for (unsigned i = 0; i < 4000; i++)
    sink = sink * 1664525 + n;
}
CALLER (noise0, leaf, 100)
END
  for i in $(seq 50); do echo "CALLER (noise$i, noise$((i - 1)), 100)"; done
  cat <<'END'
CALLER (large, work, 7500)
__attribute__ ((noipa)) static void deep0 (unsigned n) { noise50 (n); large (n); sink++; }
END
  for i in $(seq 20); do echo "CALLER (deep$i, deep$((i - 1)), 10)"; done
  echo 'int main (void) { for (unsigned i = 0; i < 8000; i++) deep20 (i); return 0; }'
} > room.c
run 0 "$STOCK" -g -O2 room.c -o room
rm -rf profile
recorded 0 ./room
"$GASP" report --format=folded profile > folded
awk '{ time = $NF } /work / { all += time } /noise.*;work / { wrong += time }
     /^main;deep20;deep19;.*large;work / { right += time }
     END { exit !(wrong < all * .02 && right > all * .9) }' folded \
  || { cat folded; fail "what was left takes the room of callers"; }

# However deep a recursion is: the innermost calls are known, and the outermost.  How much
# of the time is in it depends on the machine's caches: the program says it.
cat > rec.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static volatile unsigned sink;
__attribute__ ((noinline)) static unsigned
work (unsigned n)
{
  for (int i = 0; i < 300; i++)
    sink += n ^ i;
  return sink;
}
static unsigned value (int depth);
__attribute__ ((noinline)) static unsigned
object (int depth)
{
  volatile char key[64];
  key[depth % 64] = depth;
  return value (depth - 1) + key[depth % 64];
}
__attribute__ ((noinline)) static unsigned
value (int depth)
{
  return work (depth) + (depth ? object (depth) : 0) + 1;
}
__attribute__ ((noinline)) static unsigned
parse (int depth)
{
  return value (depth) + work (depth) + 1;
}
__attribute__ ((noinline)) static unsigned
check (int depth)
{
  unsigned n = 1;
  for (int i = 0; i < depth; i++)
    n += work (i);
  return n;
}
int
main (int argc, char **argv)
{
  int depth = atoi (argv[1]);
  clock_t whole = 0, before, between;
  double parsing = 0;
  for (int i = 0; i < 150000 / depth; i++)
    {
      before = clock ();
      sink += parse (depth);
      between = clock ();
      sink += check (depth);
      whole += clock () - before;
      parsing += between - before;
    }
  printf ("%.2f\n", parsing / whole);
  return argc == 9;
}
END
run 0 "$STOCK" -g -O2 rec.c -o rec
for depth in 60 20000; do
  rm -rf profile
  recorded 0 ./rec $depth
  parsing=$(cat out)
  "$GASP" report --format=folded profile > folded
  awk -v parsing="$parsing" '
       { time = $NF; all += time } /^main;/ { main += time } /^main;parse;/ { parse += time }
       /^main;parse;(.*;)?(value;object;value;work|value;object|object;value) / { inner += time }
       END { exit !(main > all * .9 && parse > main * (parsing - .2) &&
		    parse < main * (parsing + .2) && inner > parse * .6) }' folded \
    || { cut -c 1-200 folded; fail "at depth $depth callers are missing"; }
done

# A function that ends with a call jumps to the library, or to a function that does.
cat > jump.c <<'END'
#include <stdio.h>
#include <string.h>
#define KEEP __attribute__ ((noinline))
static volatile int sink;
KEEP static void *clear (void *room, int n) { return memset (room, n, 1 << 14); }
KEEP static void *wipe (void *room, int n) { sink++; return clear (room, n); }
KEEP static int show (char *room, double x) { return snprintf (room, 100, "%.17g", x); }
static int (*volatile print) (char *, double) = show;
KEEP static int tell (char *room, double x) { sink++; return print (room, x); }
KEEP static void
fill (char *room)
{
  for (int i = 0; i < 40; i++)
    wipe (room, i);
  sink++;
}
KEEP static void
write_all (char *room)
{
  for (int i = 0; i < 10; i++)
    show (room, i * 1.1);
  for (int i = 0; i < 10; i++)
    tell (room, i * 1.1);
  sink++;
}
int
main (void)
{
  static char room[1 << 14];
  for (int i = 0; i < 8000; i++)
    {
      fill (room);
      write_all (room);
    }
  return 0;
}
END
run 0 "$STOCK" -g -O2 jump.c -o jump
rm -rf profile
recorded 0 ./jump
"$GASP" report --format=folded profile > folded
awk '{ time = $NF; all += time } /^main;fill;/ { fill += time }
     /^main;write_all;/ { write += time }
     END { exit !(fill > all * .1 && write > all * .1 && fill + write > all * .9) }' folded \
  || { cat folded; fail "what jumps to a library has no callers"; }

# The time of allocations is below all that called them, not only below who allocates.
cat > grow.c <<'END'
#include <stdlib.h>
static void *blocks[3000];
static volatile int sink;
__attribute__ ((noinline)) static void
grow (int i)
{
  blocks[i] = malloc (100 + i % 50);
  sink++;
}
__attribute__ ((noinline)) static void
shrink (int i)
{
  free (blocks[i]);
  sink++;
}
__attribute__ ((noinline)) static void
churn (void)
{
  for (int i = 0; i < 3000; i++)
    grow (i);
  for (int i = 0; i < 3000; i++)
    shrink (i * 7 % 3000);
  sink++;
}
int
main (void)
{
  for (int i = 0; i < 200; i++)
    churn ();
  return 0;
}
END
run 0 "$STOCK" -g -O2 grow.c -o grow
rm -rf profile
recorded 0 --exact ./grow
"$GASP" report --format=folded profile > folded
# On a busy machine some is of threads that are kept from the processor.
awk '{ time = $NF; all += time } /^main;churn;(grow;malloc|shrink;free) / { own += time }
     END { exit !(own > all * .1) }' folded \
  || { cat folded; fail "allocations have no callers"; }
