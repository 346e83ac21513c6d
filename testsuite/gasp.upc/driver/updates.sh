# Which assignments to shared integers are done where the object is: those whose value is
# not used, relaxed, where no events are wanted.
#
# SPDX-License-Identifier: Apache-2.0

cat > f.upc <<'END'
#include <upc_relaxed.h>
shared TYPE a[8 * THREADS];
shared [] TYPE *p;
TYPE f (long i, TYPE x) { STATEMENT; return x; }
int main (void) { return 0; }
END

# updates YES-OR-NO TYPE STATEMENT OPTION...: whether f.upc has a call for it, and none
# of a read, or the other way about.
updates ()
{
  yes=$1 type=$2 statement=$3
  shift 3
  run 0 "$UPCC" -c -O1 --conduit=any "-DTYPE=$type" "-DSTATEMENT=$statement" "$@" f.upc
  run 0 nm -u f.o
  if grep -q __upc_update_far out; then found=yes; else found=no; fi
  if grep -q '_upc_get' out; then reads=yes; else reads=no; fi
  [ $found$reads = "$yes" ] || fail "$type, $statement $*: $found$reads"
}
for type in int unsigned long 'unsigned long long' int64_t; do
  include=
  [ "$type" != int64_t ] || include='-include stdint.h'
  # shellcheck disable=SC2086
  updates yesno "$type" 'a[i] ^= x' $include
done
updates yesno int 'a[i]++'
updates yesno int '--p[i]'
updates yesno int 'a[i] = x + a[i]'
updates yesno int 'p[i] = p[i] - x'
# Loops through arrays have their elements fetched ahead.
updates yesno int 'for (i = 0; i < 9; i++) p[i * i & 7] *= x'
updates noyes int 'for (i = 0; i < 9; i++) p[i] *= x'
updates noyes int 'a[i] = x - a[i]'
updates noyes int 'x = a[i] += x'
updates noyes int 'x = a[i]++'
updates noyes int 'a[i] /= x'
updates noyes int 'a[i] += 1.5'
updates noyes int 'a[i] = a[i + 1] + x'
updates noyes float 'a[i] += x'
updates noyes double 'a[i] += x'
for type in float double; do
  for fast in -ffast-math -fno-trapping-math; do
    updates yesno $type 'a[i] += x' $fast
    updates yesno $type 'p[i]--' $fast
    updates noyes $type 'a[i] += 1.5L * x' $fast
    updates noyes $type 'a[i] /= x' $fast
  done
  updates noyes $type 'a[i] *= x' -fno-trapping-math -frounding-math
done
updates noyes 'long double' 'a[i] += x' -ffast-math
updates noyes '_Complex double' 'a[i] += x' -ffast-math
updates noyes int 'a[i] ^= x' -O0
updates noyes int 'a[i] ^= x' -ftrapv
updates noyes int 'a[i] ^= x' -finstrument-gasp
updates noyes unsigned 'a[i] = (int) a[i] + (int) x' -fsanitize=undefined
updates yesno unsigned 'a[i] = (int) a[i] + (int) x'
updates noyes int 'a[i] ^= x' -Dshared='strict shared'
updates nono int 'a[MYTHREAD] += x'
updates noyes short 'a[i] += x'
# One machine's parts all have addresses.
run 0 "$UPCC" -c -O1 -DTYPE=int '-DSTATEMENT=a[i] ^= x' f.upc
run 0 nm -u f.o
hasnt out __upc_update_far
