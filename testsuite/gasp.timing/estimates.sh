# Functions too short to be timed are counted, exactly, whatever way they are
# left; their times are marked as estimates in every format.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > short.C <<'END'
#include <pthread.h>
#include <unistd.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#define OUT __attribute__ ((noipa))
static jmp_buf back;
static long handled;
OUT int leaf (int i) { return i + 1; }
OUT int middle (int i) { return leaf (i) + leaf (i + 1); }
OUT int deep (int n) { return n ? deep (n - 1) + leaf (n) : 0; }
OUT void thrower (int i) { leaf (i); throw i; }
OUT int catcher (int i) { try { thrower (i); } catch (int) { return leaf (i); } return 0; }
OUT void jumper (int i) { leaf (i); longjmp (back, 1); }
OUT int jumped (int i) { if (!setjmp (back)) jumper (i); return leaf (i); }
OUT int tail_called (int i) { return i * 3; }
OUT int tail (int i) { leaf (i); return tail_called (i); }
OUT int slow (int i) { for (volatile int k = 0; k < 100000; k++) i += k; return leaf (i); }
OUT void *thread (void *p) { for (int i = 0; i < 3000; i++) middle (i); return p; }
OUT void on_signal (int) { handled++; leaf (0); }
OUT void *keep (int i) { return malloc (i % 100 + 1); }
int main ()
{
  usleep (100000);
  pthread_t t[3];
  signal (SIGUSR1, on_signal);
  for (int i = 0; i < 3; i++) pthread_create (&t[i], 0, thread, 0);
  for (int i = 0; i < 5000; i++) { middle (i); tail (i); free (keep (i)); }
  for (int i = 0; i < 1000; i++) { catcher (i); jumped (i); deep (20); raise (SIGUSR1); }
  for (int i = 0; i < 40; i++) slow (i);
  for (int i = 0; i < 3; i++) pthread_join (t[i], 0);
  return handled != 1000;
}
END

# All counts in the file csv; MODE's name.
check_counts ()
{
  calls 14000 'int middle(int)'
  calls 58040 'int leaf(int)'
  calls 21000 'int deep(int)'
  calls 1000 'void thrower(int)'
  calls 1000 'int catcher(int)'
  calls 1000 'void jumper(int)'
  calls 1000 'int jumped(int)'
  calls 5000 'int tail(int)'
  calls 5000 'int tail_called(int)'
  calls 40 'int slow(int)'
  calls 3 'void* thread(void*)'
  calls 1000 'void on_signal(int)'
  calls 5000 'void* keep(int)'
  # And those of the exceptions, in the C++ library.
  calls 6000 malloc
  calls 6000 free
}

for mode in source emitted; do
  run 0 "$CXX" -O2 -pthread -finstrument-gasp-functions=$mode short.C -o prog
  # A sample may show much of what usually none does.
  for turn in 1 2 3 4; do
    rm -rf profile
    profile 0 --exact ./prog
    check_counts
    [ "$(figure self_estimated 'int leaf(int)')$(figure total_estimated 'int leaf(int)')" != 11 ] \
      || [ "$(figure total_estimated 'int slow(int)')$(figure self_estimated free)" != 01 ] \
      || break
  done
  [ "$(figure self_estimated 'int leaf(int)')" = 1 ] || fail "leaf is not estimated"
  [ "$(figure total_estimated 'int leaf(int)')" = 1 ] || fail "leaf in all is not estimated"
  [ "$(figure total_estimated 'int slow(int)')" = 0 ] || fail "slow is estimated"
  [ "$(figure self_estimated free)" = 1 ] || fail "free is not estimated"
  run 0 "$GASP" report profile
  has out 'times +with ~ may be wrong by more than 5 %'
  has out '~[0-9.]+( [mun]?s)? .* 58040 .* leaf '
  hasnt out '~[0-9.]+ [mun]?s +[0-9.]+  40 .*slow'
  run 0 "$GASP" report --format=json profile
  has out '"function": "int leaf\(int\)", "name": "leaf".*"self_estimated": 1.*"total_error": [0-9]+, "total_estimated": 1'
  has out '"function": "int slow\(int\)".*"total_estimated": 0'
  run 0 "$GASP" report --format=html --output=page.html profile
  has page.html '"field":"self",.*"estimate":[0-9]+'
  # A sum of 1, the time itself, 2, the total, and others: leaf's has both, slow's not 2.
  has page.html '"estimated":\[([0-9]+,)*[37][],]'
  has page.html '"estimated":\[([0-9]+,)*[0145][],]'
  # What recording took of it, few samples show, and a busy machine adds to it.
  for turn in 1 2 3 4; do
    rm -rf profile
    run 0 "$GASP" run -q --timing=all -o profile ./prog
    run 0 "$GASP" report --format=csv --limit=0 --output=csv profile
    check_counts
    error=$(figure total_error 'int main()') total=$(figure total 'int main()')
    slow=$(figure self_estimated 'int slow(int)')
    [ "$slow" != 0 ] || [ "$error" -gt $((total / 4)) ] || break
  done
  [ "$slow" = 0 ] || fail "slow is estimated with --timing=all"
  [ "$error" -le $((total / 4)) ] || fail "main: $total ns, +- $error with --timing=all"
done
