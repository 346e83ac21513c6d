# What sampled allocations differ by from run to run is noise, and fails no condition of
# --fail-if; what really is more is found.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'EOT2'
#include <stdlib.h>
#ifndef TIMES
#define TIMES 1
#endif
static void *volatile kept;
/* 2 MB each, of blocks of one size and of several.  */
#define SAME(n, size) \
  __attribute__ ((noipa)) static void same##n (int times) \
  { \
    for (int i = 0; i < times * (2000000 / size); i++) \
      free (kept = malloc (size)); \
  }
SAME (1, 40) SAME (2, 80) SAME (3, 160) SAME (4, 1000)
__attribute__ ((noipa)) static void mixed (int times)
{
  for (int i = 0; i < times * 4000; i++)
    {
      free (kept = malloc (i % 50 ? 16 + i % 100 : 10000));
    }
}
int main (void)
{
  same1 (1); same2 (1); same3 (1); same4 (TIMES); mixed (1);
  return 0;
}
EOT2
run 0 "$CC" -O1 -fno-builtin -g --profile prog.c -o old
run 0 "$CC" -O1 -fno-builtin -g --profile -DTIMES=20 prog.c -o new

for i in 1 2 3 4 5; do
  recorded 0 --memory=sampled ./old
  mv profile old.$i
done
recorded 0 --memory=sampled ./new
mv profile new.1

# near RUN FUNCTION COLUMN TRUTH: what it has is within three of its errors.
near ()
{
  "$GASP" report --format=json --view=allocations "$1" | tr '\n' ' ' | tr '{' '\n' \
    | grep "\"name\": *\"$2\"" > site || fail "$1: $2 allocates nothing"
  value=$(sed "s/.*\"$3\": *\\([0-9.]*\\).*/\\1/" site)
  error=$(sed "s/.*\"$3_error\": *\\([0-9.]*\\).*/\\1/" site)
  awk -v value="$value" -v error="$error" -v truth="$4" 'BEGIN {
    away = value > truth ? value - truth : truth - value
    exit !(error > 0 && away <= 3 * error + .01 * truth && error < 1.5 * truth) }' \
    || fail "$1: $3 of $2 are $value with an error of $error, and not $4"
}
for run in old.1 old.2; do
  near $run same1 bytes 2000000
  near $run same1 calls 50000
  near $run same3 bytes 2000000
  near $run same3 calls 12500
done

# What is known without an error has none.
run 0 "$GASP" report --view=allocations old.1
hasnt out '(±|\+-) 0 '

changes=0
for i in 2 3 4 5; do
  "$GASP" diff --fail-if='allocated>1%' --threshold=0 old.1 old.$i > out 2> err || :
  cat out err
  changes=$((changes + $(cat out err | awk '/^(more|less) .*malloc|allocated:/' | wc -l)))
done
[ $changes -le 3 ] || fail "$changes of 44 figures changed beyond their noise"

run 3 "$GASP" diff --fail-if='allocated>100%' old.1 new.1
has out '^more +bytes .* malloc +same4'
hasnt out '^(more|less) +bytes .* malloc +(same[123]|mixed)'
