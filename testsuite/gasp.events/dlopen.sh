# Instrumented libraries that are loaded and unloaded while the program runs.
#
# SPDX-License-Identifier: Apache-2.0

cat > lib.c <<'END'
#include <stdlib.h>
__attribute__ ((noipa)) static int inner (int n) { return n + 1; }
int entry (int n) { free (malloc (n)); return inner (n) - 1; }
END
cat > prog.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main (void)
{
  int i, total = 0;
  for (i = 0; i < 3; i++)
    {
      void *lib = dlopen ("./lib.so", RTLD_NOW);
      int (*entry) (int) = lib ? (int (*) (int)) dlsym (lib, "entry") : 0;
      if (!entry)
	return puts (dlerror ()), 1;
      total += entry (5);
      dlclose (lib);
    }
  return total - 15;
}
END
for mode in source emitted; do
  run 0 "$CC" -O2 -fPIC -shared -finstrument-gasp-functions=$mode lib.c -o lib.so
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode prog.c -o prog -ldl
  run 0 ./prog
  checked ./prog
  run 0 under dump ./prog
  count 3 result '\+ GASP_C_FUNC .*"int entry\(int\)"'
  count 3 result '- GASP_C_FUNC .*"int inner\(int\)"'
  count 3 result '\+ GASP_C_MALLOC .* 5'
done
