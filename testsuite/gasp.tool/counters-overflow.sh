# Sampling by overflow of a counter that the program creates: place and call path.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
"$GASP" doctor | grep -q 'PAPI [0-9]' || unsupported "built without PAPI"
echo '#include <sde_lib.h>' | gcc -E - > /dev/null 2>&1 || unsupported "no sde_lib.h"
cat > sde.c <<'END'
#include <sde_lib.h>
static void *counter;
__attribute__ ((noipa)) void work (int n)
{
  while (n--)
    papi_sde_inc_counter (counter, 1);	/* HERE */
}
__attribute__ ((noipa)) void idle (void) { __asm__ volatile (""); }
__attribute__ ((constructor, no_instrument_function)) static void set_up (void)
{
  papi_sde_create_counter (papi_sde_init ("own"), "made", PAPI_SDE_DELTA, &counter);
}
int main (void)
{
  work (1000);
  idle ();
  return 0;
}
END
run 0 "$CC" -g -O1 -finstrument-gasp-functions=emitted sde.c -o sde -lsde -lpapi
run 0 "$GASP" run -q -o profile --sample=sde:::own::made:10 ./sde
[ ! -s err ] || grep -qv 'not' err || unsupported "$(cat err)"
run 0 "$GASP" report --format=csv --view=flat profile
cp out csv
samples=$(figure samples 'void work(int)')
[ "$samples" -ge 90 ] && [ "$samples" -le 100 ] || fail "$samples samples, not 100: $(cat csv)"
[ "$(figure samples 'void idle(void)')" = 0 ] || fail "idle has samples"
run 0 "$GASP" report --format=csv --view=lines profile
has out "sde\.c:$(grep -n HERE sde.c | cut -d: -f1)"
