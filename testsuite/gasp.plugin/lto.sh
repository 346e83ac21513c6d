# Link-time optimisation, with and without the wrapper's options at link time.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int b (int); int main (void) { return b (1) - 1; }' > a.c
echo '__attribute__ ((noinline)) int b (int n) { return n; }' > b.c
for mode in source emitted; do
  run 0 "$CC" -O2 -flto -finstrument-gasp-functions=$mode -c a.c
  run 0 "$CC" -O2 -flto -finstrument-gasp-functions=$mode -c b.c
  run 0 "$CC" -O2 -flto -finstrument-gasp-functions=$mode a.o b.o -o prog
  checked ./prog
  run 0 under dump ./prog
  count 1 result '\+ GASP_C_FUNC \[a.c:1:..*"int main\(void\)"'
  run 0 "$CC" -O2 -flto a.o b.o -o prog
  run 0 ./prog
done
