# An unmodified configure and make, instrumented by CFLAGS alone.
#
# SPDX-License-Identifier: Apache-2.0

run 0 "$GASP" compiler-path
PATH=$(cat out):$PATH
export PATH
cat > configure <<'END'
#!/bin/sh
echo 'int main (void) { return 0; }' > conftest.c
${CC-gcc} $CFLAGS conftest.c -o conftest && ./conftest || { echo 'compiler does not work'; exit 1; }
${CC-gcc} $CFLAGS -Wall -Werror -c conftest.c || exit 1
echo "CC = ${CC-gcc}
CFLAGS = $CFLAGS
prog: a.o libb.a
	\$(CC) \$(CFLAGS) -o prog a.o -L. -lb
libb.a: b.o
	\$(AR) rc libb.a b.o" > Makefile
END
echo 'int b (void); int main (void) { return b (); }' > a.c
echo 'int b (void) { return 0; }' > b.c
# By the name of the version tested.
run 0 env CC="$STOCK" CFLAGS='-O2 -finstrument-gasp-functions' sh configure
run 0 make
run 0 under dump ./prog
count 4 result GASP_C_FUNC
