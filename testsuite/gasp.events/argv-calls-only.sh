# argc and argv are changed with -finstrument-gasp alone, too.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'END'
#include <stdio.h>
int main (int argc, char **argv) { printf ("%d %s\n", argc, argv[1]); return 0; }
END
run 0 "$CC" -O2 -finstrument-gasp prog.c -o prog
GASP_TEST_ARGV=1 run 0 under dump ./prog a b c
has out '^2 by tool$'
