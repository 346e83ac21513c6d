# A record that may not grow merges the deepest call paths: counts stay exact, also of other threads, of memory not freed and of what was called on the way.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > deep.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#define KEEP __attribute__ ((noipa))
typedef void function (unsigned);
static function *const all[];
static void *volatile kept;
KEEP void keep (void) { kept = malloc (16); }
KEEP void step (unsigned depth)
{
  for (int i = 0; depth && i < 8; i++)
    all[i] (depth - 1);
  if (depth == 1)
    keep ();
}
#define F(n) KEEP void f##n (unsigned depth) { step (depth); __asm__ (""); }
F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
static function *const all[] = { f0, f1, f2, f3, f4, f5, f6, f7 };
static void *run (void *unused) { step (5); return unused; }
int main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  run (NULL);
  pthread_join (thread, NULL);
  return 0;
}
END
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted deep.c -pthread -o deep
for timing in auto all; do
  for limit in 1G 6M 4M; do
    its_turn 2 || continue
    rm -rf profile
    run 0 "$GASP" run -q --exact --timing=$timing --record-limit=$limit -o profile ./deep
    run 0 "$GASP" report --format=csv --view=flat profile
    mv out csv
    # 1 + 8 + ... + 8^4 calls of each, in both threads, and 8^4 that keep.
    for n in 0 1 2 3 4 5 6 7; do
      calls 9362 "void f$n(unsigned int)"
    done
    calls 8192 'void keep(void)'
    calls 8192 malloc
    run 0 "$GASP" report profile
    has out '8192 blocks not freed'
    hasnt out 'no room for'
    [ $limit = 1G ] && hasnt out 'call paths are merged' || has out 'call paths are merged'
    sed -n '1,/^  program/p' out > first
    [ $limit = 1G ] && hasnt first 'became full' || has first 'record of this run became full'
    [ $limit = 1G ] || [ "$(cat profile/*.gasp | wc -c)" -le 6400000 ] \
      || fail "$(cat profile/*.gasp | wc -c) bytes"
  done
done

# Where paths become deeper everywhere, there is soon one node for each function.
cat > wide.c <<'END'
#define KEEP __attribute__ ((noipa))
KEEP void serve (unsigned path);
KEEP void zero (unsigned path) { serve (path / 2); __asm__ (""); }
KEEP void one (unsigned path) { serve (path / 2); __asm__ (""); }
KEEP void serve (unsigned path)
{
  if (path > 1)
    (path % 2 ? one : zero) (path);
  __asm__ ("");
}
int main (void)
{
  for (unsigned path = 0; path < 8000; path++)
    serve (path);
  return 0;
}
END
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted wide.c -o wide
for timing in auto all; do
  for limit in 1G 1M 600K; do
    its_turn 2 || continue
    rm -rf profile
    run 0 "$GASP" run -q --exact --timing=$timing --record-limit=$limit -o profile ./wide
    run 0 "$GASP" report --format=csv --view=flat profile
    mv out csv
    calls 95810 'void serve(unsigned int)'
    calls 44353 'void zero(unsigned int)'
    calls 43457 'void one(unsigned int)'
  done
done
