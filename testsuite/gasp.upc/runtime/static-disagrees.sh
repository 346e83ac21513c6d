# Units that were compiled for different numbers of threads.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int f (void) { return 0; } shared int a[THREADS];' > a.upc
echo 'int f (void); int main (void) { return f (); }' > b.upc
run 0 "$UPCC" -fupc-threads-3 -c a.upc
run 0 "$UPCC" -fupc-threads-2 -c b.upc
if "$UPCC" a.o b.o -o ab 2> err; then
  run 1 ./ab
fi
has err 'compiled for .* threads'
