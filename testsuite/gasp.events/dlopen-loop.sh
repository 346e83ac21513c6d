# A library that is loaded and unloaded a thousand times; and once while a
# function of it is being executed.
#
# SPDX-License-Identifier: Apache-2.0

not_emulated "its memory has the emulator's translations"
cat > library.c <<'END'
#include <stdlib.h>
__attribute__ ((noipa)) int leaf (int n) { free (malloc (n)); return n + 1; }
int run (int n, void again (void)) { n = leaf (n); if (again) again (); return n; }
END
cat > prog.c <<'END'
#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static jmp_buf place;
static void away (void) { longjmp (place, 1); }
__attribute__ ((noipa)) static int
once (void again (void))
{
  void *library = dlopen ("./library.so", RTLD_NOW);
  int (*run) (int, void (*) (void)) = (int (*) (int, void (*) (void))) dlsym (library, "run");
  int n = 0;
  /* The call that was jumped out of is still open for all one knows.  */
  if (setjmp (place) == 0)
    n = run (1, again);
  dlclose (library);
  return n;
}
static long
memory (void)
{
  char line[200];
  long kb = 0;
  FILE *status = fopen ("/proc/self/status", "r");
  while (status && fgets (line, sizeof line, status))
    if (!strncmp (line, "VmRSS:", 6))
      kb = atol (line + 6);
  if (status)
    fclose (status);
  return kb;
}
int main (void)
{
  int i, sum = 0;
  long before;
  for (i = 0; i < 100; i++)
    sum += once (i % 2 ? away : 0);
  before = memory ();
  for (i = 0; i < 1000; i++)
    sum += once (i % 2 ? away : 0);
  printf ("%d\n", sum);
  fprintf (stderr, "%ld KB more\n", memory () - before);
  return memory () - before > 2000;
}
END
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" --profile -finstrument-gasp-functions=$mode -O2 -shared -fPIC library.c -o library.so
  run 0 "$CC" --profile -finstrument-gasp-functions=$mode -O2 prog.c -o prog -ldl
  checked ./prog
  has out '^1100$'
  rm -rf profile
  run 0 "$GASP" run -q --exact -o profile ./prog
  has out '^1100$'
  run 0 "$GASP" report --view=flat --limit=0 profile
  has out ' 1100 .* leaf( |$)'
done
