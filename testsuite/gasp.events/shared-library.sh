# An instrumented library that the program is linked with.
#
# SPDX-License-Identifier: Apache-2.0

echo '__attribute__ ((noipa)) int entry (int n) { return n + 1; }' > lib.c
echo 'int entry (int); int main (void) { return entry (-1); }' > prog.c
for mode in source emitted; do
  run 0 "$CC" -O2 -fPIC -shared -finstrument-gasp-functions=$mode lib.c -o lib.so
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode prog.c ./lib.so -o prog
  checked ./prog
  run 0 under dump ./prog
  count 1 result '\+ GASP_C_FUNC \[lib.c:.*"int entry\(int\)"'
  count 1 result '\+ GASP_C_FUNC \[prog.c:.*"int main\(void\)"'
done
