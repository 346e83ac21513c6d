# Samples of time find functions that are not instrumented, or switched off, by perf
# events, and by timers where these are refused; the report says by which.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/refuse.sh"
not_emulated "gasp runs programs of this machine"
make_refused

cat > plain.c <<'END'
volatile double x;
__attribute__ ((noipa)) void plain (void) { for (int i = 0; i < 20000000; i++) x += i; }
END
cat > prog.c <<'END'
extern void plain (void);
static volatile int n;
__attribute__ ((noipa)) static void leaf (int i) { n += i; }
__attribute__ ((noipa)) static void often (void) { for (int i = 0; i < 20000000; i++) leaf (i); }
__attribute__ ((noipa)) static void twice (void) { plain (); plain (); }
int main (void) { twice (); often (); twice (); return 0; }
END
run 0 "$STOCK" -O1 -g -c plain.c
run 0 "$STOCK" "$HERE/../tools/pprof.c" -o pprof
run 0 "$CC" -O1 --profile prog.c plain.o -o prog

# share FUNCTION: its part of all time running, in percent.
share ()
{
  [ "$(figure running_percent "$1")" != none ] \
    || { cat csv; fail "no $1"; }
  figure running_percent "$1" | cut -d. -f1
}

for GASP in "$BUILD/bin/gasp" "$PWD/gasp-refused"; do
  for settings in --sample=time --budget=1%; do
    profile 0 $settings ./prog
    run 0 "$GASP" report profile
    has out '^  samples +(of user mode, |)by perf events|of processor time, by timers'
    case $GASP in *refused) has out 'perf_event_open' ;; esac
    # It has no row of its own but by samples.
    [ "$(share plain)" -ge 20 ] || { cat csv; fail "plain"; }
    [ "$(figure kind plain)" = '"function"' ] || figure kind plain
    [ "$(share 'void twice(void)')" -le 10 ] || { cat csv; fail "twice"; }
    # All tables agree.
    run 0 "$GASP" report --format=json profile
    has out '"sampler": [1234]'
    has out '"plain"'
    run 0 "$GASP" report --format=folded profile
    has out 'main;twice;plain'
    # Lines, too; in pprof's format, each path has as many values.
    run 0 "$GASP" report --view=hot-lines profile
    hasnt err 'no samples'
    has out '^ *[0-9.]+ ms +[0-9.]+ +[0-9]+ .* plain'
    run 0 "$GASP" report --format=pprof --output=out.pprof profile
    run 0 ./pprof out.pprof
    has out '^0 [0-9]+ 0 [0-9]+ : plain:[0-9]+ < twice:[0-9]+ < main:[0-9]+'
    hasnt out '^([0-9]+ ){3}:'
  done
done

GASP=$BUILD/bin/gasp
profile 0 --sample=none --budget=1% ./prog
[ "$(figure self plain)" = none ] || fail "samples without being asked for"

# Few samples, on a processor that is shared: waiting for that is nobody's own.
cat > pin.c <<'END'
#define _GNU_SOURCE
#include <sched.h>
#include <unistd.h>
#ifdef SPIN
int main (void)
#else
static void __attribute__ ((constructor)) pin (void)
#endif
{
  cpu_set_t set, one;
  int last = 0;
  sched_getaffinity (0, sizeof set, &set);
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET (i, &set))
      last = i;
  CPU_ZERO (&one);
  CPU_SET (last, &one);
  sched_setaffinity (0, sizeof one, &one);
#ifdef SPIN
  for (alarm (60);;)
    ;
#endif
}
END
cat > shared.c <<'END'
extern void plain (void);
__attribute__ ((noipa)) static void caller (void) { plain (); }
int main (void) { caller (); return 0; }
END
run 0 "$STOCK" -O1 -g -c pin.c
run 0 "$STOCK" -DSPIN pin.c -o spin
run 0 "$CC" -O1 --profile shared.c plain.o pin.o -o prog
./spin & spinner=$!
profile 0 --budget=1% ./prog
kill $spinner
part=$(share 'void caller(void)')
[ "$part" -le 20 ] || { cat csv; fail "caller has $part %"; }
