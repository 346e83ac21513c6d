# A trace has what another tool is told: each enter and leave, by thread and in
# order, whatever way functions are left.
#
# SPDX-License-Identifier: Apache-2.0

# Events of threads would be among those that are expected.
export GASP_THREADS=no
cat > prog.C <<'END'
#include <pthread.h>
#include <pupc.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>
#define OUT __attribute__ ((noipa))
static jmp_buf back;
OUT int leaf (int i) { return i + 1; }
OUT int deep (int n) { return n ? deep (n - 1) + leaf (n) : 0; }
OUT void thrower (int i) { leaf (i); throw i; }
OUT int catcher (int i) { try { thrower (i); } catch (int) { return leaf (i); } return 0; }
OUT void jumper (int i) { leaf (i); longjmp (back, 1); }
OUT int jumped (int i) { if (!setjmp (back)) jumper (i); return leaf (i); }
OUT int hidden (int i) { return i - 1; }
OUT void *keep (int i) { return malloc (i + 1); }
template <int n> OUT int many (int i) { return n + many<n - 1> (i); }
template <> OUT int many<0> (int i) { return leaf (i); }
OUT void *thread (void *p)
{
  for (int i = 0; i < 500; i++) { deep (i % 30); many<40> (i); free (keep (i)); }
  return p;
}
int main ()
{
  pthread_t t;
  unsigned int event = pupc_create_event ("phase", "%d");
  leaf (0);
  usleep (2000);
  for (int i = 0; i < 100; i++)
    {
      pupc_event_start (event, i);
      catcher (i); jumped (i);
      pupc_event_atomic (event, i);
      pupc_event_end (event, i);
    }
  pupc_control (0);
  hidden (1);
  pupc_control (1);
  thread (0);
  pthread_create (&t, 0, thread, 0);
  pthread_join (t, 0);
}
END

# What is entered and left in each thread, as the dump tool and the trace have it.
dumped ()
{
  sed -n 's/^0\.'"$1"' \([+-]\) GASP_C_FUNC [^"]*"\(.*\)"$/\1 \2/p' result
}
traced ()
{
  sed -n 's/^[0-9.]* [0-9]*\.'"$1"' *\([+-]\) \(.*)\)\( \[.*\)*$/\1 \2/p' text
}

for mode in $(modes_of "$TEST"); do
  run 0 "$CXX" -O1 -g -pthread -finstrument-gasp-functions=$mode \
    -finstrument-gasp prog.C -o prog
  run 0 under dump ./prog
  rm -rf profile
  run 0 "$GASP" run -q --trace -o profile ./prog
  run 0 "$GASP" trace -f text -o text profile
  for thread in 0 1; do
    # The dump tool does not stop when it is told to.
    dumped $thread | grep -v hidden > want
    traced $thread > got
    [ "$(wc -l < want)" -gt 40000 ] || fail "thread $thread: the dump tool saw little"
    cmp want got || { diff want got | head -40; fail "thread $thread in mode $mode"; }
  done
  has text '\+ phase \[prog.C:[0-9]+\]'
  has text '\. phase \[prog.C:[0-9]+\]'
  has text ' - phase$'
  has text '\+ malloc \[prog.C:[0-9]+\]'
  has text '\+ void\* keep\(int\) \[prog.C:[0-9]+\]'
  has text ' off$'
  has text ' on$'
done
