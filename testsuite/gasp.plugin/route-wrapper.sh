# The wrappers: spellings of GASP 1.4, 1.5, Berkeley and GCC UPC.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#include <stdlib.h>
int f (void) { return 0; }
int main (void) { free (malloc (1)); return f (); }
END
# functions, calls: how many events of each.
try ()
{
  wanted=$1; shift
  run 0 "$CC" "$@" a.c -o prog
  run 0 under dump ./prog
  touch result
  got="$(grep -c GASP_C_FUNC result || :) $(grep -c 'GASP_C_[MF][^U]' result || :)"
  [ "$got" = "$wanted" ] || fail "$*: $got, not $wanted"
}
try '0 0'
try '4 4' --profile
try '4 4' --profile-local
try '4 4' --inst-functions
try '4 4' -finstrument-gasp-functions
try '4 4' -finstrument-gasp-functions=source
try '4 4' -finstrument-gasp-functions=emitted
try '0 4' -finstrument-gasp
try '4 4' -finstrument-gasp -finstrument-gasp-functions
for spelling in --inst --inst-local; do
  run 0 "$CC" $spelling a.c -o prog
  run 0 under dump ./prog
  count 4 result 'GASP_C_[MF][^U]'
done
echo GASP_C_FUNC > list
try '4 0' --profile-only list
try '4 0' --profile-only=list
