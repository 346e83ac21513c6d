# Records are not written to where somebody else wants them: into a directory of
# another user, or through a link; nor by a program with its file's owner's rights.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "the directories are this machine's"
[ "$(id -u)" = 0 ] || unsupported "not root"
need setpriv
id nobody > /dev/null 2>&1 || unsupported "no other user"
cat > prog.c <<'END'
#include <stdio.h>
static int leaf (int n) { return n + 1; }
int main (void) { printf ("%d\n", leaf (6)); return 3; }
END
run 0 "$CC" -g --profile prog.c -o prog
run 0 "$CC" -g --profile --tool=papi prog.c -o linked
LIB=$BUILD/lib/libgasptool.so
theirs="setpriv --reuid=nobody --regid=nogroup --clear-groups"
mkdir place other
chmod 1777 place other
cd place
unset GASP_OUTPUT
$theirs mkdir gasp-out gasp-out.job-7 || unsupported "no other user may write here"
$theirs ln -s "$PWD/../other" gasp-out.job-8
mkdir -m 777 gasp-out.job-9

# refused STATUS COMMAND...: it says so, and nothing is written.
refused ()
{
  run "$@"
  has err 'Operation not permitted|not permitted|belongs to'
  [ -z "$(find . ../other -name '*.gasp')" ] || { find . ../other; fail "$*: a record"; }
}
refused 3 env LD_PRELOAD="$LIB" ../prog
refused 3 ../linked
for job in 7 8; do
  refused 1 env PMIX_RANK=0 PMIX_NAMESPACE=$job "$GASP" run ../prog
done
run 3 env PMIX_RANK=0 PMIX_NAMESPACE=9 "$GASP" run ../prog
[ -n "$(ls gasp-out.job-9)" ] || fail "no record in a directory of one's own"
# What is named is what is meant.
run 3 env GASP_OUTPUT="$PWD/gasp-out.job-7" ../linked
[ -n "$(ls gasp-out.job-7)" ] || fail "no record where one was wanted"

# With its owner's rights.
cd ..
chown daemon linked
chmod 4755 linked
mkdir mine
chown nobody mine
cd mine
got=0
$theirs ../linked > out 2> err || got=$?
[ $got -eq 3 ] || unsupported "no other user may run it here"
has out '^7$'
has err 'without a record'
[ -z "$(find .. -newer out -name '*.gasp')" ] || fail "a record, though with another's rights"
