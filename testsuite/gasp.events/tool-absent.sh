# Without a tool nothing is patched, printed or left behind.
#
# SPDX-License-Identifier: Apache-2.0

[ "${MACHINE%%-*}" = x86_64 ] || unsupported 'NOPs of another processor'
cat > prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Dormant, a function begins with a NOP of five bytes: 0f 1f 44 00 00.  */
__attribute__ ((noipa)) int work (int n) { return n + 1; }
int main (void)
{
  const unsigned char *code = (const unsigned char *) work;
  static const unsigned char nop[] = { 0x0f, 0x1f, 0x44, 0, 0 };
  int i;
  for (i = 0; i < 24; i++)
    if (memcmp (code + i, nop, 5) == 0)
      return work (-1);
  return 1;
}
END
run 0 "$CC" -O2 -finstrument-gasp-functions=emitted prog.c -o prog
run 0 ./prog
[ ! -s out ] && [ ! -s err ] || fail "output"
[ "$(ls | tr '\n' ' ')" = "err out prog prog.c " ] || fail "files: $(ls)"
# The same program, active, is patched.
run 1 env LD_PRELOAD="" GASP_TEST_RESULT=/dev/null sh -c '
  ln -s "$1" tools && LD_PRELOAD=tools/dump.so ./prog' sh "$TOOLS"
