# What the tool makes of argc and argv is what main sees.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'END'
#include <stdio.h>
int main (int argc, char **argv)
{
  int i;
  for (i = 0; i < argc; i++)
    printf ("%d:%s\n", i, argv[i]);
  return argv[argc] != NULL;
}
END
for mode in source emitted; do
  for level in -O0 -O2; do
    run 0 "$CC" $level -finstrument-gasp-functions=$mode prog.c -o prog
    run 0 under dump ./prog one two
    printf '0:./prog\n1:one\n2:two\n' | cmp - out
    has result '^0.0 = gasp_init 0 3 null'
    GASP_TEST_ARGV=1 run 0 under dump ./prog one two
    printf '0:changed\n1:by tool\n' | cmp - out
  done
done
