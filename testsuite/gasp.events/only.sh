# --profile-only: what is not in the list is not instrumented at all.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'END'
#include <pupc.h>
#include <stdlib.h>
__attribute__ ((noipa)) void *get (void) { return realloc (malloc (1), 2); }
int main (void)
{
  pupc_event_atomic (pupc_create_event ("e", 0));
  free (get ());
  return 0;
}
END
# kinds LIST: the kinds of events that are raised with this list.
kinds ()
{
  printf "$1" > list
  run 0 "$CC" -O2 --profile-only list prog.c -o prog
  run 0 under dump ./prog
  sed -n 's/^[0-9.]* [-+.] \([A-Za-z_]*\).*/\1/p' result | sort -u | tr '\n' ' '
  echo
  nm -D prog > symbols
}
last () { kinds "$1" > kinds.out; tail -1 kinds.out; }
[ "$(last 'GASP_C_MALLOC\n')" = 'GASP_C_MALLOC e ' ] || fail "MALLOC"
hasnt symbols 'gasp_gcc_(free|realloc)'
[ "$(last '# comment\n\n  GASP_C_FREE  \nGASP_C_REALLOC\n')" = 'GASP_C_FREE GASP_C_REALLOC e ' ] || fail "FREE, REALLOC"
[ "$(last 'GASP_C_FUNC\n')" = 'GASP_C_FUNC e ' ] || fail "FUNC"
hasnt symbols 'gasp_gcc_(free|realloc|malloc)'
[ "$(last 'GASP_UPC_COLLECTIVE_EXIT')" = 'GASP_UPC_COLLECTIVE_EXIT e ' ] || fail "EXIT"
[ "$(last '')" = 'e ' ] || fail "empty"
