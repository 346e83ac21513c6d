# GASPCC_VERBOSE=1 shows the command; all else goes through untouched.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int main (void) { return 0; }' > 'a b.c'
run 0 env GASPCC_VERBOSE=1 "$CC" --profile -DX='"q u"' 'a b.c' -o 'p q'
has err 'GASPCC_HOME=.*gasp(cc)?\.specs'
has err 'finstrument-gasp'
run 0 './p q'
run 0 "$CC" --version
$STOCK --version > wanted
head -1 out | grep -q "$(head -1 wanted | sed 's/.*) //')" || fail "version"
run 0 "$CC" -dumpversion
[ "$(cat out)" = "$($STOCK -dumpversion)" ] || fail "dumpversion"
run 0 "$CC" -print-file-name=libgcc.a
run 1 "$CC" -c nosuchfile.c
has err 'nosuchfile.c'
run 1 "$CC" -fno-such-option-at-all -c 'a b.c'
has err 'fno-such-option-at-all'
