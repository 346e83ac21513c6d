# Libraries are unloaded while other threads jump out of calls.
#
# SPDX-License-Identifier: Apache-2.0

cp "$HERE/../gasp.ways/ways.h" "$HERE/../gasp.ways/jumps.h" .
cat > lib.c <<'END_C'
__attribute__ ((noipa)) static long inner (long n) { return n + 1; }
long entry (long n) { return inner (n) - 1; }
END_C
cat > prog.c <<'END_C'
#include <dlfcn.h>
#include <pthread.h>
#include "jumps.h"
#define THREADS 4
#define LIBRARIES 16
int
main (void)
{
  pthread_t thread[THREADS];
  void *library[LIBRARIES];
  int missing = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create (&thread[i], 0, go_around, 0);
  for (int round = 0; round < 50; round++)
    {
      for (int i = 0; i < LIBRARIES; i++)
	{
	  char name[20];
	  snprintf (name, sizeof name, "./lib%d.so", i);
	  library[i] = dlopen (name, RTLD_NOW);
	  missing += !library[i];
	}
      for (int i = 0; i < LIBRARIES; i++)
	dlclose (library[i]);
    }
  over = 1;
  for (int i = 0; i < THREADS; i++)
    pthread_join (thread[i], 0);
  return missing != 0;
}
END_C
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O2 -fPIC -shared -finstrument-gasp-functions=$mode lib.c -o lib0.so
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do cp lib0.so lib$i.so; done
  run 0 "$CC" -O2 -pthread -finstrument-gasp-functions=$mode prog.c -o prog -ldl
  for again in 1 2 3; do checked ./prog; done
done
