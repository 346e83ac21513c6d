# Objects in shared space cannot be part of a shared library: the linker says so.
# UPC that has none can.
#
# SPDX-License-Identifier: Apache-2.0

cat > space.upc <<'END'
#include <upc.h>
shared int x[THREADS];
int get (int i) { return x[i]; }
END
cat > code.upc <<'END'
#include <upc.h>
int twice (shared int *p) { return 2 * *p; }
END
cat > main.upc <<'END'
#include <upc.h>
shared int a[THREADS];
extern int twice (shared int *);
int main (void)
{
  a[MYTHREAD] = MYTHREAD;
  upc_barrier;
  return twice (&a[THREADS - 1]) != 2 * (THREADS - 1);
}
END
run 1 "$UPCC" -fPIC -shared space.upc -o space.so
has err 'shared_objects_of_UPC_cannot_be_in_a_shared_library'
run 0 "$UPCC" -fPIC -shared code.upc -o libcode.so
run 0 "$UPCC" main.upc -L. -lcode -Wl,-rpath,"$PWD" -o main
run 0 ./main -n 3
