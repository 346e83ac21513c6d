# A program runs with the libgasp that its recorder is of, whichever it finds by
# itself.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <stdio.h>
#include <string.h>

int
main (void)
{
  char line[4096];
  FILE *maps = fopen ("/proc/self/maps", "r");
  while (fgets (line, sizeof line, maps) && !strstr (line, "/libgasp.so.1"))
    continue;
  printf ("%s", strchr (line, '/'));
  return 0;
}
END
mkdir other
cp "$BUILD/lib/libgasp.so.1" other
run 0 "$CC" --profile -O1 prog.c -o prog
export LD_LIBRARY_PATH="$PWD/other"
run 0 ./prog
[ "$(cat out)" = "$PWD/other/libgasp.so.1" ] || fail "it runs with $(cat out)"
profile 0 ./prog
[ "$(cat out)" = "$(cd "$BUILD" && pwd -P)/lib/libgasp.so.1" ] \
  || fail "it is recorded with $(cat out)"
calls 1 'int main(void)'

# One that does not know the recorder, as in a program that a script runs: events of all
# calls would take too long.
cat > calls.c <<'END'
#include <stdio.h>

int gasp_gcc_set_recorder (const void *recorder);
__attribute__ ((no_instrument_function)) int
gasp_gcc_set_recorder (const void *recorder)
{
  return recorder ? -1 : 0;
}

__attribute__ ((noipa)) static void
call (void)
{
}

int
main (void)
{
  for (int i = 0; i < 20000000; i++)
    call ();
  puts ("done");
  return 0;
}
END
run 0 "$CC" --profile -O1 calls.c -o calls
run 0 timeout 20 "$GASP" run -o unrecorded ./calls
has out done
has err 'libgasp: the program has a libgasp of another version: it runs unrecorded'
run 0 "$GASP" report unrecorded
has out '  messages +the program has a libgasp of another version'
