# A program that knows nothing of OpenMP loads a library that uses it: there is little
# room left for what its threads keep.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
cat > library.c <<'END'
int
work (void)
{
  int sum = 0;
#pragma omp parallel for reduction (+ : sum) num_threads (2)
  for (int i = 0; i < 100; i++)
    sum += i;
  return sum;
}
END
cat > prog.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int
main (void)
{
  void *library = dlopen ("./library.so", RTLD_NOW);
  int (*work) (void) = library ? (int (*) (void)) dlsym (library, "work") : 0;
  if (!work)
    puts (dlerror ());
  else
    printf ("%d\n", work ());
  return !work;
}
END
run 0 "$CC" -O1 -fopenmp -finstrument-gasp -shared -fPIC library.c -o library.so
run 0 $STOCK prog.c -o prog -ldl
run 0 ./prog
has out '^4950$'
run 0 "$GASP" run -q -o profile ./prog
has out '^4950$'
run 0 "$GASP" report --view=tree profile
has out 'omp parallel +library.c:5'
