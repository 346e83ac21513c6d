# A tool that is linked in as a shared library receives the events.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'END'
#include <stdlib.h>
int work (void) { void *p = malloc (7); free (p); return p == 0; }
int main (void) { return work (); }
END
ln -s "$TOOLS" tools
for mode in source emitted; do
  run 0 "$CC" -O1 -fno-inline -finstrument-gasp-functions=$mode prog.c tools/dump.so -o prog -Wl,-rpath,tools
  rm -f result
  run 0 env GASP_TEST_RESULT=result ./prog
  count 1 result '^0.0 \+ GASP_C_FUNC .*"int work\(void\)"'
  count 1 result '^0.0 - GASP_C_MALLOC .* 7 0x'
  count 1 result '^0.0 - GASP_UPC_COLLECTIVE_EXIT'
  run 0 "$CC" -O1 -finstrument-gasp-functions=$mode prog.c tools/check.so -o prog -Wl,-rpath,tools
  rm -f result
  run 0 env GASP_TEST_RESULT=result ./prog
  has result '^ok'
done
