# Units with and without instrumentation, and in both modes, in one program.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
int b (int), c (int);
__attribute__ ((noipa)) int a (int n) { return b (n) + c (n) + 0; }
int main (void) { return a (0); }
END
echo '__attribute__ ((noipa)) int b (int n) { return n; }' > b.c
echo '__attribute__ ((noipa)) int c (int n) { return n; }' > c.c
run 0 "$CC" -O2 -finstrument-gasp-functions=source -c a.c
run 0 "$CC" -O2 -finstrument-gasp-functions=emitted -c b.c
run 0 "$CC" -O2 -c c.c
run 0 "$CC" -finstrument-gasp a.o b.o c.o -o prog
checked ./prog
run 0 under dump ./prog
count 6 result 'GASP_C_FUNC'
hasnt result '"int c'
# Linked by the wrapper without an option, the program works all the same.
run 0 "$CC" a.o b.o c.o -o prog
run 0 ./prog
