# The plugin's messages come in the format that is asked for: SARIF, and JSON up to
# GCC 15.
#
# SPDX-License-Identifier: Apache-2.0

"$CC" -fdiagnostics-format=sarif-stderr -fsyntax-only -x c /dev/null > out 2> err \
  || unsupported "this GCC has no SARIF"
cat > a.upc <<'E2'
shared [-1] int a[THREADS];
int main (void) { return 0; }
E2
for format in sarif-stderr json; do
  "$CC" -fdiagnostics-format=$format -fsyntax-only -x c /dev/null > out 2> err || continue
  run 1 "$UPCC" -fdiagnostics-format=$format -c a.upc
  has err '"message": *("|\{"text": *")[^"]*block size'
  hasnt err '^a.upc:1'
done
run 1 "$UPCC" -fdiagnostics-format=sarif-file -c a.upc
cat ./*.sarif > all
has all '"text": *"[^"]*block size'
if "$CC" -fdiagnostics-add-output=sarif:file=both -fsyntax-only -x c /dev/null > out 2> err; then
  run 1 "$UPCC" -fdiagnostics-add-output=sarif:file=both -c a.upc
  has err '^a.upc:1:.* error: .*block size'
  has both '"text": *"[^"]*block size'
fi
# A compiler that the plugin was not built for says so there, too; and notes.
echo 'int f (void) { return 0; }' > b.c
run 0 "$CC" -fdiagnostics-format=sarif-stderr -finstrument-gasp-functions=emitted \
  -finstrument-gasp-exclude-functions=f -finstrument-gasp-verbose -c b.c
has err '"text": *"[^"]*int f\(void\)[^"]* is not instrumented'
