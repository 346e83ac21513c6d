# Comparing runs: what is exact, and wrong use.  gasp.timing/diff-times.sh has times.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'EOT'
#include <stdlib.h>
#define KEEP __attribute__ ((noipa))
#define WORK 2000000
#ifndef PLANTED
#define PLANTED 1
#else
/* Lines move.  */

#endif
volatile int sink;
KEEP void spin (int n) { for (int i = 0; i < n; i++) sink = i; }
KEEP void steady (void) { spin (WORK); }
KEEP void regressed (void) { for (int i = 0; i < PLANTED * WORK; i++) sink = i; }
KEEP void *keep (void) { return malloc (1000 * PLANTED); }
int main (void)
{
  for (int i = 0; i < 4; i++) { steady (); regressed (); free (keep ()); }
  return 0;
}
EOT
run 0 "$CC" -g -O1 --profile prog.c -o old
mkdir elsewhere
sed 's,^#include,/* Another build. */\n&,' prog.c > elsewhere/prog.c
run 0 "$CC" -g -O1 --profile -DPLANTED=20 elsewhere/prog.c -o new
for i in 1 2 3 4 5 6; do
  for build in old new; do
    recorded 0 ./$build
    mv profile $build.$i
  done
done
run 0 "$GASP" diff old.? vs new.?
has out '^more +bytes .* malloc +keep'
# What has moved, in its file or to another one, has neither gone nor come.
mkdir renamed
(echo; echo; sed 's/^KEEP/\n&/' prog.c) > renamed/other.c
run 0 "$CC" -g -O1 --profile renamed/other.c -o renamed/prog
for i in 1 2; do
  recorded 0 --exact ./renamed/prog
  mv profile renamed.$i
  recorded 0 --exact ./old
  mv profile exact.$i
done
run 0 "$GASP" diff --all --limit=0 exact.? vs renamed.?
has out 'steady +renamed/other.c:'
hasnt out '^calls.* (new|gone) '
hasnt out 'prog.c:'
run 3 "$GASP" diff --fail-if='allocated>5%' old.? vs new.?
has err 'allocated: .* was .*\(\+1900.0 %'
run 3 "$GASP" diff --fail-if='allocated<-5%' new.? vs old.?
run 0 "$GASP" diff --fail-if='allocated>5%' new.? vs old.?
run 0 "$GASP" diff --fail-if='calls>1%' --threshold=0 old.? vs new.?
run 0 "$GASP" diff --format=html -o diff.html old.? vs new.?
has diff.html 'changed-functions'
run 0 "$GASP" diff --format=json --all old.1 new.1
has out '"changed-paths": \['
# Wrong use.
run 2 "$GASP" diff old.1
has err 'OLD NEW'
run 2 "$GASP" diff old.1 old.2 old.3
for condition in '' total 'total>' 'total>5' '>5%' 'total>x%' 'total>nan%'; do
  run 2 "$GASP" diff --fail-if="$condition" old.1 new.1
  has err 'is not like total>5%'
done
run 2 "$GASP" diff --fail-if='totl>5%' old.1 new.1
has err "did you mean 'total'"
run 1 "$GASP" diff old.1 nowhere
has err 'nowhere'
