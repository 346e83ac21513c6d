# -save-temps, -E, -M, -pipe, -###, response files, several files, assembler files.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
#include <stdlib.h>
#include "a.h"
int main (void) { free (malloc (A)); return b (); }
END
printf '#define A 3\nint b (void);\n' > a.h
echo 'int b (void) { return 0; }' > b.c
run 0 "$CC" --profile -save-temps a.c b.c -o prog
[ -f prog-a.i ] || [ -f a.i ] || fail "no a.i"
run 0 under dump ./prog
count 4 result GASP_C_FUNC
run 0 "$CC" --profile -pipe a.c b.c -o prog
run 0 under dump ./prog
count 4 result GASP_C_FUNC
run 0 "$CC" --profile -E a.c -o a2.i
run 0 "$CC" --profile -x cpp-output -c a2.i -o a.o
run 0 "$CC" --profile -MMD -MF a.d -c a.c
has a.d 'a\.h'
run 0 "$CC" --profile -M a.c
has out 'a\.h'
printf -- '--profile -O2\na.c b.c -o prog\n' > response
run 0 "$CC" @response
run 0 under dump ./prog
count 4 result GASP_C_FUNC
run 0 "$CC" --profile -S b.c -o b.s
run 0 "$CC" --profile -c b.s -o b.o
run 0 "$CC" --profile a.c b.o -o prog
run 0 under dump ./prog
count 4 result GASP_C_FUNC
run 0 "$CC" --profile '-###' a.c
run 0 sh -c 'echo "int main (void) { return 0; }" | "$1" --profile -x c - -o prog2' sh "$CC"
run 0 ./prog2
