# Software-defined counters: one that the program counts, and one for each thread.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
"$GASP" doctor | grep -q 'PAPI [0-9]' || unsupported "built without PAPI"
echo '#include <sde_lib.h>' | gcc -E - > /dev/null 2>&1 || unsupported "no sde_lib.h"
cat > sde.c <<'END'
#include <pthread.h>
#include <sde_lib.h>
#include <stdio.h>
static long long ticks;
static __thread long long mine;
static long long read_mine (void *p) { (void) p; return mine; }
__attribute__ ((noipa)) void ten (void) { ticks += 10; mine += 10; }
__attribute__ ((noipa)) void seven (void) { ticks += 7; mine += 7; ten (); }
__attribute__ ((noipa)) void *body (void *a) { seven (); return a; }
__attribute__ ((constructor, no_instrument_function)) static void set_up (void)
{
  papi_handle_t h = papi_sde_init ("own");
  papi_sde_register_counter (h, "ticks", PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, &ticks);
  papi_sde_register_fp_counter (h, "mine", PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, read_mine, 0);
}
papi_handle_t papi_sde_hook_list_events (papi_sde_fptr_struct_t *f)
{
  papi_handle_t h = f->init ("own");
  f->register_counter (h, "ticks", PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, &ticks);
  f->register_fp_counter (h, "mine", PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, read_mine, 0);
  return h;
}
int main (void)
{
  pthread_t t;
  int i;
  for (i = 0; i < 5; i++)
    seven ();
  pthread_create (&t, 0, body, 0);
  pthread_join (t, 0);
  ten ();
  return 0;
}
END
for mode in source emitted; do
  run 0 "$CC" -O1 -finstrument-gasp-functions=$mode -pthread sde.c -o sde -lsde -lpapi
  rm -rf profile
  run 0 "$GASP" run -q -o profile --counters=sde:::own::mine ./sde
  run 0 "$GASP" report --format=csv --view=flat profile
  cp out csv
  [ "$(figure self:sde:::own::mine 'void ten(void)')" = 70 ] || fail "ten: $(cat csv)"
  [ "$(figure self:sde:::own::mine 'void seven(void)')" = 42 ] || fail "seven, self"
  [ "$(figure sde:::own::mine 'void seven(void)')" = 102 ] || fail "seven, total"
  rm -rf profile
  run 0 "$GASP" run -q -o profile --counters=sde:::own::ticks,sde:::own::mine ./sde
  run 0 "$GASP" report --format=csv --view=flat profile
  cp out csv
  [ "$(figure sde:::own::ticks 'void ten(void)')" -ge 70 ] || fail "two counters"
  run 0 "$GASP" report --format=json profile
  valid_json out
done
