# With -fupc-many-threads there are more than 1024 threads; blocks and parts have the
# limits of that; and objects compiled without it are refused by the linker.
#
# SPDX-License-Identifier: Apache-2.0

cat > most.upc <<'END'
#include <upc.h>
#include <stdio.h>
shared int a[2 * THREADS];
shared [3] int b[6 * THREADS];
int
main (void)
{
  volatile long one = 1;
  shared int *p = a, *q = a;
  shared [3] int *r = b, *s = b;
  if (MYTHREAD != THREADS - 1)
    return 0;
  for (long i = 0; i < 2 * THREADS; i++, p++, q += one)
    if (p != q || &a[i] != p || upc_threadof (p) != i % THREADS)
      return 1;
  for (long i = 0; i < 6 * THREADS; i++, r++, s += one)
    if (r != s || &b[i] != r || upc_threadof (r) != i / 3 % THREADS
	|| upc_phaseof (r) != i % 3 || upc_addrfield (r) != upc_addrfield (s))
      return 2;
  a[2 * THREADS - 1] = THREADS;
  printf ("%d threads\n", a[2 * THREADS - 1]);
  return 0;
}
END
run 0 "$UPCC" -fupc-many-threads -O2 most.upc -o most
for n in 1 3 1500; do
  run 0 ./most -n $n
  has out "^$n threads\$"
done
run 0 "$UPCC" -fupc-many-threads -fupc-threads-1025 most.upc -o fixed
run 0 ./fixed
has out '^1025 threads$'
run 0 "$UPCC" most.upc -o usual
for command in './usual -n 1500' "$BUILD/bin/gasprun -n 1500 ./usual"; do
  run 1 $command
  has err '1024.*-fupc-many-threads'
done

echo 'shared [16383] char a[16383 * THREADS]; int main (void) { return 0; }' > fits.upc
sed s/16383/16384/g fits.upc > large.upc
run 0 "$UPCC" -fupc-many-threads fits.upc -o fits
run 1 "$UPCC" -fupc-many-threads large.upc -o large
has err 'block size .*16384.* is above .*UPC_MAX_BLOCK_SIZE.*16383'
run 0 "$UPCC" large.upc -o large
echo 'shared [] char a[1 << 30]; int main (void) { return 0; }' > part.upc
run 1 "$UPCC" -fupc-many-threads part.upc -o part
has err 'larger than 1073741824 bytes'

echo 'shared int x; int f (void) { return x; }' > f.upc
echo 'int f (void); shared int y; int main (void) { return f () + y; }' > m.upc
for source in f m; do
  run 0 "$UPCC" -c $source.upc -o $source.usual.o
  run 0 "$UPCC" -fupc-many-threads -c $source.upc -o $source.many.o
done
run 0 "$UPCC" f.usual.o m.usual.o -o a
run 0 "$UPCC" -fupc-many-threads f.many.o m.many.o -o a
run 0 ./a -n 2
for linker in bfd gold lld; do
  command -v ld.$linker > /dev/null || continue
  for option in '' -fupc-many-threads; do
    run 1 "$UPCC" -fuse-ld=$linker $option f.usual.o m.many.o -o a
    has err 'some objects are compiled with -fupc-many-threads, and others without'
  done
done
