# Without unwind information, instrumented code has none either.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int add (int a, int b) { return a + b; }' > a.c
none='-fno-asynchronous-unwind-tables -fno-unwind-tables -fno-exceptions'
for mode in source emitted; do
  run 0 "$CC" -O2 -g0 $none -finstrument-gasp-functions=$mode -S a.c -o a.s
  ! grep cfi_ a.s || fail "$mode: unwind information"
  run 0 "$CC" -O2 -g0 $none -finstrument-gasp-functions=$mode -c a.c -o a.o
done
