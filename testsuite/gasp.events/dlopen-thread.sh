# A library loaded while other threads run instrumented code.
#
# SPDX-License-Identifier: Apache-2.0

cat > lib.c <<'END'
__attribute__ ((noipa)) static int inner (int n) { return n + 1; }
int entry (int n) { return inner (n) - 1; }
END
cat > prog.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
static volatile int stop;
__attribute__ ((noipa)) static int leaf (int n) { return n; }
__attribute__ ((noipa)) static void *busy (void *a)
{
  while (!stop)
    leaf (1);
  return a;
}
int main (void)
{
  pthread_t thread[2];
  int i, bad = 0;
  for (i = 0; i < 2; i++)
    pthread_create (&thread[i], 0, busy, 0);
  for (i = 0; i < 20; i++)
    {
      void *lib = dlopen ("./lib.so", RTLD_NOW);
      int (*entry) (int) = lib ? (int (*) (int)) dlsym (lib, "entry") : 0;
      bad += entry ? entry (0) : 1;
      dlclose (lib);
    }
  stop = 1;
  for (i = 0; i < 2; i++)
    pthread_join (thread[i], 0);
  return bad;
}
END
run 0 "$CC" -O2 -fPIC -shared -finstrument-gasp-functions=emitted lib.c -o lib.so
run 0 "$CC" -O2 -pthread -finstrument-gasp-functions=emitted prog.c -o prog -ldl
run 0 ./prog
checked ./prog
