# Samples in a library that is closed before the program ends, as modules of interpreters
# are, stay those of its functions, with instrumentation and without, also where the report
# is made in another directory; and so do those in the library that takes its place.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
cat > lib.c <<'END'
static volatile int counter;
static void spin (void) { for (int i = 0; i < TIMES * 30000000; i++) counter++; }
void work (void) { spin (); }
END
cat > prog.c <<'END'
#include <dlfcn.h>
static int use (const char *file)
{
  void *library = dlopen (file, RTLD_NOW);
  ((void (*) (void)) dlsym (library, "work")) ();
  return dlclose (library);
}
int main (void) { return use ("./lib.so") | use ("./more.so"); }
END
for how in '' --profile plain; do
  case $how in
  plain) compiler=$STOCK options= ;;
  *) compiler=$CC options=--profile ;;
  esac
  run 0 "$compiler" -g -O1 $options -shared -fPIC -DTIMES=1 lib.c -o lib.so
  run 0 "$compiler" -g -O1 $options -shared -fPIC -DTIMES=3 -Dspin=turn lib.c -o more.so
  run 0 "$compiler" -g -O1 ${how#plain} prog.c -o prog -ldl
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog
  mkdir -p elsewhere
  cd elsewhere
  table flat ../profile
  hasnt table.csv 'made at run time'
  least "spin has a quarter" "$(field name spin running_percent | sort -n | tail -n 1)" 15
  least "turn has the rest" "$(field name turn running_percent | sort -n | tail -n 1)" 60
  # One sample may be in code that has no function, before any of the program's.
  most "nameless" "$({ field name '(lib.so)' running_percent
    field name '(more.so)' running_percent; } | sum)" 2
  cd ..
done
