# Little address space, small files, few processes.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.upc <<'END'
#include <upc.h>
shared int a[THREADS];
int main (void)
{
  shared int *p = upc_all_alloc (THREADS, sizeof (int));
  if (!p)
    return 1;
  p[MYTHREAD] = a[MYTHREAD] = MYTHREAD;
  upc_barrier;
  return p[(MYTHREAD + 1) % THREADS] != (MYTHREAD + 1) % THREADS;
}
END
run 0 "$UPCC" a.upc -o a
(ulimit -v 500000; run 0 ./a -n 4)
(ulimit -v 100000; run 0 ./a -n 4)
(ulimit -f 1; run 0 ./a -n 4)
(ulimit -v 500000; run 1 ./a -n 4 -fupc-heap-1G; has err 'no room for the shared space of 4 threads.*1073741824 bytes of heap.*-fupc-heap-N')
(ulimit -s 512; run 0 ./a -n 4)
