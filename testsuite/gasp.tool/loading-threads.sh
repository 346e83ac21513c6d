# Threads that load and unload libraries while others do, and fork meanwhile, are not kept
# from it: nothing of the recorder's waits for the loader while it holds a lock that another
# thread needs to load something.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
# Some libraries are looked at more closely for what their names begin with.
cat > lib.c <<'END'
int number (void) { return 5; }
END
cat > prog.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void fork_one (void)
{
  int status;
  pid_t child = fork ();
  if (!child)
    _exit (0);
  if (waitpid (child, &status, 0) != child || status)
    abort ();
}
static void *load (void *file)
{
  for (int i = 0; i < 200; i++)
    {
      void *library = dlopen (file, RTLD_NOW);
      int (*number) (void) = library ? dlsym (library, "number") : NULL;
      if (!number || number () != 5)
	abort ();
      if (i % 50 == 0)
	fork_one ();
      dlclose (library);
    }
  return NULL;
}
int main (void)
{
  char *files[] = { "./libevent-a.so", "./libevent-b.so", "./c.so", "./d.so" };
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, load, files[i]);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
END
for name in libevent-a libevent-b c d; do
  run 0 "$STOCK" -O1 -shared -fPIC lib.c -o $name.so
done
run 0 "$STOCK" -g -O1 prog.c -o prog -pthread -ldl
for time in 1 2 3; do
  rm -rf profile
  run 0 timeout 60 "$GASP" run -q -o profile ./prog
done
run 0 "$GASP" report profile
has out '17 processes'
