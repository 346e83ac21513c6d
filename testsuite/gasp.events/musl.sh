# Static programs with another C library, which starts them in its own way.
#
# SPDX-License-Identifier: Apache-2.0

not_emulated "this machine's musl"
need musl-gcc
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int leaf (int n) { void *p = malloc (n); free (p); return n + 1; }
static void *body (void *p) { return (void *) (long) leaf (6); }
int main (int argc, char **argv)
{
  pthread_t thread;
  void *value;
  pthread_create (&thread, 0, body, 0);
  pthread_join (thread, &value);
  printf ("%d %s\n", (int) (long) value, argv[1]);
  return leaf (2);
}
END
# What libgasp and libgcc take from the GNU C library, and musl has not.  The
# status of exit is not known then.
cat > compat.c <<'END'
#include <stdlib.h>
static struct { void (*function) (int, void *); void *argument; } handlers[8];
static int count;
static void run (void) { count--; handlers[count].function (0, handlers[count].argument); }
int
on_exit (void (*function) (int, void *), void *argument)
{
  if (count == 8 || atexit (run))
    return -1;
  handlers[count].function = function;
  handlers[count++].argument = argument;
  return 0;
}
int _dl_find_object (void *address, void *result) { return -1; }
/* What strtol and its like are with glibc's headers from 2.38 on.  */
long __isoc23_strtol (const char *s, char **end, int base) { return strtol (s, end, base); }
unsigned long
__isoc23_strtoul (const char *s, char **end, int base)
{
  return strtoul (s, end, base);
}
unsigned long long
__isoc23_strtoull (const char *s, char **end, int base)
{
  return strtoull (s, end, base);
}
END
run 0 musl-gcc -O1 -c compat.c -o compat.o
for mode in source emitted; do
  run 0 "$CC" --profile -finstrument-gasp-functions=$mode -O2 -c prog.c -o prog.o
  run 0 musl-gcc -static prog.o "$BUILD/lib/libgasp.a" compat.o -lgcc_eh -o plain
  run 3 ./plain word
  has out '^7 word$'
  musl-gcc -O1 -I"$SOURCE/include" -I"$BUILD/include" -c "$SOURCE/testsuite/tools/check.c" -o check.o
  run 0 musl-gcc -static prog.o check.o "$BUILD/lib/libgasp.a" compat.o -lgcc_eh -o prog
  rm -f result
  GASP_TEST_RESULT=$PWD/result run 3 ./prog word
  has out '^7 word$'
  hasnt result '^violation'
  has result '^ok'
done
