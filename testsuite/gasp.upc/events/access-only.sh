# --profile-only: accesses, upc_forall, barriers and objects that are not in the list
# raise nothing, and copies of shared objects raise what is.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.upc <<'END'
#include <upc.h>
struct s { int n, x[20]; unsigned bit : 3; };
shared struct s a[2 * THREADS];
int main (void)
{
  int other = 1 - MYTHREAD;
  upc_forall (int i = 0; i < THREADS; i++; i)
    a[other] = a[2 + other];
  a[other].n += 1;
  a[other].bit = 3;
  upc_barrier;
  return a[MYTHREAD].bit - 3;
}
END
# kinds LIST: the kinds of events that are raised with this list, and how often
# in thread 0.
kinds ()
{
  printf "$1" > list
  run 0 "$UPCC" -O2 --profile-only list -T 2 prog.upc -o prog
  rm -f result*
  run 0 under dump ./prog
  sed -n 's/^0[0-9.]* [-+.] GASP_[A-Z]*_\([A-Z_]*\).*/\1/p' result* | sort | uniq -c \
    | awk '{ print $2 ":" $1 }' | tr '\n' ' '
  echo
}
last () { kinds "$1" > kinds.out; tail -1 kinds.out; }
[ "$(last 'GASP_UPC_GET\n')" = 'GET:4 ' ] || fail "GET"
[ "$(last 'GASP_UPC_PUT\n')" = 'PUT:6 ' ] || fail "PUT"
[ "$(last 'GASP_UPC_PUT\nGASP_UPC_GET\n')" = 'GET:4 PUT:6 ' ] || fail "both"
[ "$(last 'GASP_UPC_FORALL\n')" = 'FORALL:2 ' ] || fail "FORALL"
[ "$(last 'GASP_UPC_BARRIER\n')" = 'BARRIER:2 ' ] || fail "BARRIER"
[ "$(last 'GASP_GCC_STATIC_SHARED\n')" = 'STATIC_SHARED:1 ' ] || fail "STATIC_SHARED"
[ "$(last '')" = '' ] || fail "empty"
