# Counters of functions and threads, and samples by their overflow: place and call path.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
"$GASP" doctor | grep -q 'PAPI [0-9]' || unsupported "built without PAPI"
version=$("$GASP" doctor | sed -n 's/.*PAPI \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
gcc -w -g -O1 -fPIC -shared "$HERE/fake-papi.c" -o libpapi.so.$version \
  || unsupported "no papi.h"
cat > prog.c <<'END'
#include <pthread.h>
extern void fake_work (long long);
__attribute__ ((noipa)) void ten (void) { fake_work (10); }
__attribute__ ((noipa)) void seven (void) { fake_work (7); ten (); }
__attribute__ ((noipa)) void *body (void *a) { seven (); return a; }
__attribute__ ((noipa)) void many (void) { fake_work (1000); /* HERE */ }
__attribute__ ((noipa)) void idle (void) { __asm__ volatile (""); }
int main (void)
{
  pthread_t t;
  int i;
  for (i = 0; i < 5; i++)
    seven ();
  pthread_create (&t, 0, body, 0);
  pthread_join (t, 0);
  ten ();
  many ();
  idle ();
  return 0;
}
END
export LD_LIBRARY_PATH="$PWD"
# is FIELD NUMBER FUNCTION
is () { [ "$(figure "$1" "$3")" = "$2" ] || fail "$mode: $1 of $3: $(cat csv)"; }
for mode in source emitted; do
  run 0 "$CC" -g -O1 -finstrument-gasp-functions=$mode -pthread prog.c -o prog -L. -l:libpapi.so.$version
  rm -rf profile sampled
  run 0 "$GASP" run -q -o profile --counters=fake:::WORK,fake:::NONE ./prog
  has err 'GASP_COUNTERS: fake:::NONE: Event does not exist; working components: fake '
  run 0 "$GASP" report --format=csv --view=flat profile
  cp out csv
  is self:fake:::WORK 70 'void ten(void)'
  is self:fake:::WORK 42 'void seven(void)'
  is fake:::WORK 102 'void seven(void)'
  is fake:::WORK 17 'void *body(void *)'
  run 0 "$GASP" run -q -o sampled --sample=fake:::WORK:10 ./prog
  run 0 "$GASP" report --format=csv --view=flat sampled
  cp out csv
  is samples 100 'void many(void)'
  is samples 0 'void idle(void)'
  run 0 "$GASP" report --format=csv --view=lines sampled
  has out "prog\.c:$(grep -n HERE prog.c | cut -d: -f1)"
done
