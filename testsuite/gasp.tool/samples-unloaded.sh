# Samples in a library that is closed before the program ends, as modules of interpreters
# are, stay those of its functions, with instrumentation and without, also where the report
# is made in another directory.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
cat > lib.c <<'END'
static volatile int counter;
static void spin (void) { for (int i = 0; i < 60000000; i++) counter++; }
void work (void) { spin (); }
END
cat > prog.c <<'END'
#include <dlfcn.h>
int main (void)
{
  void *library = dlopen ("./lib.so", RTLD_NOW);
  ((void (*) (void)) dlsym (library, "work")) ();
  return dlclose (library);
}
END
for how in '' --profile plain; do
  case $how in
  plain)
    run 0 "$STOCK" -g -O1 -shared -fPIC lib.c -o lib.so
    run 0 "$STOCK" -g -O1 prog.c -o prog -ldl ;;
  *)
    run 0 "$CC" -g -O1 --profile -shared -fPIC lib.c -o lib.so
    run 0 "$CC" -g -O1 $how prog.c -o prog ;;
  esac
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog
  mkdir -p elsewhere
  cd elsewhere
  table flat ../profile
  hasnt table.csv 'made at run time|lib.so'
  least "spin has most" "$(field name spin running_percent | sort -n | tail -n 1)" 40
  cd ..
done
