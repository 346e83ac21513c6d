# An instrumented library in a program that is not instrumented.
#
# SPDX-License-Identifier: Apache-2.0

cat > lib.c <<'END'
__attribute__ ((noipa)) static int inner (int n) { return n + 1; }
int entry (int n) { return inner (n) - 1; }
END
cat > prog.c <<'END'
#include <dlfcn.h>
int main (void)
{
  void *lib = dlopen ("./lib.so", RTLD_NOW);
  int (*entry) (int) = lib ? (int (*) (int)) dlsym (lib, "entry") : 0;
  return entry ? entry (0) : 1;
}
END
run 0 "$CC" -O2 -fPIC -shared -finstrument-gasp-functions lib.c -o lib.so
run 0 "$STOCK" -O2 prog.c -o prog -ldl
run 0 ./prog
run 0 under dump ./prog
count 1 result '\+ GASP_C_FUNC .*"int entry\(int\)"'
count 1 result '- GASP_C_FUNC .*"int inner\(int\)"'
