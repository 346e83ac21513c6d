# Samples know who called whom in libraries without instrumentation, too: those that a
# program is linked with, and those that it loads, which may be stripped.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
[ "$(uname -m)" = x86_64 ] || unsupported "callers are known on x86-64 only"
"$GASP" doctor | grep -q 'libdw.*no' && unsupported "no libdw"
cat > lib.c <<'END'
#include <string.h>
#define APART __attribute__ ((noinline))
char from[100000], to[100000];
volatile double sum;
APART void inner (int n)
{
  for (int i = 0; i < n; i++)
    {
      memcpy (to, from, sizeof to);
      __asm__ volatile ("" : : : "memory");
    }
}
APART void middle (int n)
{
  for (int i = 0; i < n; i++)
    sum = sum * 1.01 + i;
  inner (n / 100);
  sum++;
}
void outer (int n)
{
  middle (n);
  sum++;
}
END
cat > prog.c <<'END'
#include <dlfcn.h>
int main (int argc, char **argv)
{
  void *library = argc > 1 ? dlopen (argv[1], RTLD_NOW) : RTLD_DEFAULT;
  void (*outer) (int) = (void (*) (int)) dlsym (library, "outer");
  outer (15000000);
  return 0;
}
END
run 0 "$STOCK" -g -O1 -shared -fPIC lib.c -o lib.so
run 0 strip -o stripped.so lib.so
run 0 "$STOCK" -g -O1 prog.c -o linked -Wl,--no-as-needed ./lib.so -ldl
run 0 "$STOCK" -g -O1 prog.c -o prog -ldl
for how in ./linked "./prog ./lib.so" "./prog ./stripped.so"; do
  rm -rf profile
  run 0 "$GASP" run -q -o profile $how
  table flat profile
  for name in main outer middle; do
    least "samples below $name" "$(field name $name total_percent)" 90
  done
  least "samples below inner" "$(field name inner total_percent)" 40
  run 0 "$GASP" report --function=inner profile
  has out 'Callers of inner'
  has out '[0-9]  middle( |$)'
done
