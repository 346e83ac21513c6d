# A tool that looks into all arguments: pointers-to-shared, and locks as well,
# are addresses of variables that hold them; over programs that use most of the
# language, in both conduits.
#
# SPDX-License-Identifier: Apache-2.0

run 0 "$STOCK" -Wall -Werror -I"$BUILD/include" -c "$HERE/further/tracer.c" -o tracer.o
cat > locks.upc <<'END'
#include <upc.h>
int main (void)
{
  upc_lock_t *mine = upc_global_lock_alloc (), *all = upc_all_lock_alloc ();
  upc_lock (mine);
  int got = upc_lock_attempt (all);
  upc_unlock (mine);
  if (got)
    upc_unlock (all);
  upc_lock_free (mine);
  upc_lock_free (NULL);
  upc_all_lock_free (all);
  return !got && THREADS == 1;
}
END
for conduit in smp loopback; do
  tracer="--conduit=$conduit $HERE/further/tracer-upc.upc tracer.o -lm"
  run 0 "$UPCC" --profile locks.upc $tracer -o locks
  run 0 ./locks -n 3
  for t in 0 1 2; do
    has trace.$t ' UPC_GLOBAL_LOCK_ALLOC END <lock '$t',object>'
    has trace.$t ' UPC_LOCK START <lock '$t',object>'
    has trace.$t ' UPC_LOCK_ATTEMPT END <lock 0,object> [01]$'
    has trace.$t ' UPC_LOCK_FREE END <lock 0,null>'
    has trace.$t "goodbye from $t of 3"
  done
  for program in $(often "hash cg" "isort hash cg uts"); do
    run 0 "$UPCC" -O2 --profile "$SOURCE/examples/upc/$program.upc" $tracer -o $program
    run 0 ./$program -n 2
    has out PASSED
    [ "$(cat trace.? | grep -c goodbye)" -ge 2 ] || fail "$program: no goodbye"
  done
done
