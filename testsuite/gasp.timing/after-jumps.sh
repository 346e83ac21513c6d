# The time after an exception or a jump is that of who continues, not of the calls
# that were left, be it instrumented or a library's.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "there is no gasp run"
# Else the events of what waits would have the time.
export GASP_THREADS=no
cat > nap.h <<'END'
#include <time.h>
static inline __attribute__ ((no_instrument_function)) void
nap (void)
{
  struct timespec t = { 0, 40000000 };
  nanosleep (&t, 0);
}
END
cat > library.C <<'END'
#include <setjmp.h>
#include "nap.h"
static sigjmp_buf place;
struct cleaning { ~cleaning () { nap (); } };
void library_fails (int how)
{
  if (how == 0) longjmp (place, 1);
  else if (how == 1) siglongjmp (place, 1);
  else throw how;
}
void library_calls (void (*f) ())
{
  if (sigsetjmp (place, 0)) { nap (); return; }
  try { f (); } catch (int) { nap (); }
}
void library_cleans (void (*f) ()) { cleaning c; f (); }
END
cat > program.C <<'END'
#include <setjmp.h>
#include "nap.h"
#define WHOLE __attribute__ ((noinline, noclone))
#define MORE __asm__ volatile ("")
void library_fails (int), library_calls (void (*) ()),
  library_cleans (void (*) ());
static jmp_buf place;
static void *words[5];
struct cleaning
{
  __attribute__ ((no_instrument_function)) ~cleaning () { nap (); }
};
WHOLE void throws () { throw 1; }
WHOLE void jumps () { longjmp (place, 1); }
WHOLE void jumps_builtin () { __builtin_longjmp (words, 1); }
WHOLE void left_longjmp () { library_fails (0); MORE; }
WHOLE void left_siglongjmp () { library_fails (1); MORE; }
WHOLE void left_throw () { library_fails (2); MORE; }
WHOLE void catches () { try { throws (); } catch (int) { nap (); } MORE; }
WHOLE void cleans () { cleaning c; throws (); }
WHOLE void catches_cleaned () { try { cleans (); } catch (int) { } MORE; }
WHOLE void returned_to () { if (!setjmp (place)) jumps (); nap (); MORE; }
WHOLE void returned_to_builtin ()
{ if (!__builtin_setjmp (words)) jumps_builtin (); nap (); MORE; }
WHOLE void catches_in_thread ()
{
#pragma omp parallel num_threads (1)
  try { throws (); } catch (int) { nap (); }
}
WHOLE void calls (void (*f) ()) { library_calls (f); MORE; }
WHOLE void calls_cleaned ()
{ try { library_cleans (left_throw); } catch (int) { } MORE; }
int main ()
{
  catches (); catches_cleaned (); catches_in_thread ();
  returned_to (); returned_to_builtin ();
  calls (left_longjmp); calls (left_siglongjmp); calls (left_throw);
  calls_cleaned ();
  return 0;
}
END
run 0 g++ -O1 -fPIC -shared library.C -o liblibrary.so
for options in emitted,-O0 emitted,-O2 emitted,-O3,-flto source,-O0 source,-O2; do
  run 0 "$CXX" $(echo "-finstrument-gasp-functions=$options" | tr , ' ') \
    -fopenmp program.C -L. -llibrary -Wl,-rpath,. -o program
  profile 0 ./program
  for left in 'throws()' 'jumps()' 'jumps_builtin()' 'left_longjmp()' \
    'left_siglongjmp()' 'left_throw()'; do
    time=$(figure total "void $left")
    [ "$time" -lt 30000000 ] || fail "$options: $left: $time"
  done
  for naps in 'catches()' 'cleans()' 'returned_to()' 'returned_to_builtin()' \
    'calls_cleaned()'; do
    time=$(figure self "void $naps")
    [ "$time" -ge 30000000 ] || fail "$options: $naps: $time"
  done
  time=$(figure self 'void calls(void (*)())')
  [ "$time" -ge 100000000 ] || fail "$options: calls: $time"
done
