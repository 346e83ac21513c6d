# A ring keeps the latest calls, with the way to them; a limit stops a trace and
# says so.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'EOF'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#define OUT __attribute__ ((noipa))
static pthread_barrier_t here;
OUT int early (int i) { return i + 1; }
OUT int leaf (int i) { return i + 1; }
OUT int last (int i) { return i - 1; }
OUT int work (int n) { for (int i = 0; i < n; i++) leaf (i); return last (n); }
OUT void inner (void) { work (300000); }
OUT void *idle (void *p) { early (0); pthread_barrier_wait (&here); last (2); return p; }
OUT void napping (void) { early (1); sleep (3); work (1000); }
int main (int argc, char **argv)
{
  pthread_t t;
  if (argc > 1) { napping (); return 0; }
  pthread_barrier_init (&here, 0, 2);
  pthread_create (&t, 0, idle, 0);
  early (0);
  inner ();
  pthread_barrier_wait (&here);
  pthread_join (t, 0);
  abort ();
}
EOF
run 0 "$CC" -O1 -g --profile -pthread prog.c -o prog

run 134 "$GASP" run -q --trace-last=512K -o ring ./prog
[ "$(cat ring/*.trace | wc -c)" -le 524288 ] || fail "larger than asked for"
run 0 "$GASP" trace -f text -o text ring
has err 'has the latest only, as asked for: .* of earlier calls were dropped'
count 2 text '\+ int last\(int\)'
hasnt text '^[0-9.]+ [0-9]+\.0 .*int early'
has text '^[0-9.]+ [0-9]+\.0 \+ int main\(int, char \*\*\) .*\.\.\.$'
has text '^[0-9.]+ [0-9]+\.0   \+ void inner\(void\) .*\.\.\.$'
has text '^[0-9.]+ [0-9]+\.0     \+ int work\(int\) .*\.\.\.$'
has text '^[0-9.]+ [0-9]+\.0     - int work\(int\)$'
n=$(grep -c '^[0-9.]* [0-9]*\.0 .*+ int leaf' text)
[ "$n" -gt 50000 ] && [ "$n" -lt 110000 ] || fail "$n calls of leaf are left"
# What a thread did that was idle since is its latest.
count 1 text '^[0-9.]+ [0-9]+\.1 .*\+ int early'

# By time.
run 0 "$GASP" run -q --trace-last=1s -o seconds ./prog nap
run 0 "$GASP" trace -f text -o text seconds
has text '\+ int last'
count 1000 text '\+ int leaf'

# The limit.
run 134 "$GASP" run -q --trace=512K -o limit ./prog
has err 'trace full: it has reached the limit of 512 KB \(GASP_TRACE\)'
[ "$(cat limit/*.trace | wc -c)" -le 524288 ] || fail "larger than the limit"
run 0 "$GASP" trace -f text -o text limit
has err 'ends .* after its start, where it was full'
has text '\+ int early'
hasnt text '^[0-9.]+ [0-9]+\.0 .*\+ int last'
run 0 "$GASP" report limit
has out 'trace full'

# The calls are all counted, whatever becomes of the trace.
run 0 "$GASP" report --format=csv --view=flat limit
cp out csv
calls 300000 'int leaf(int)'

# Settings that make no sense.
for setting in GASP_TRACE_LAST=soon GASP_TRACE_LAST=-3 GASP_TRACE=12Q; do
  run 134 env $setting "$GASP" run -q -o bad ./prog
  has err "^libgasp: $setting: not a number of "
done
