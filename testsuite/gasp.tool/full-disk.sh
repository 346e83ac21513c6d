# A full disk costs a message, not the run.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
[ "$(id -u)" = 0 ] || unsupported "not root"
example
mkdir small
mount -t tmpfs -o size=12k tmpfs small 2> mount.err || unsupported "no tmpfs"
trap 'umount "$SCRATCH/small"' EXIT
run 3 "$GASP" run -q -o small/profile ./prog threads
has out '^output$'
has err '(No space|full|disk|space)'
umount small
mount -t tmpfs -o size=1200k tmpfs small
run 3 "$GASP" run -q -o small/profile ./prog threads
has out '^output$'
# It fills up while the program runs, below the record's feet.
dd if=/dev/zero of=small/filler bs=1k 2> dd.err || :
run 3 "$GASP" run -q -o small/profile2 ./prog threads
has out '^output$'
umount small
# At any size: a record's first pages are taken one by one.
cat > gen.sh <<'END'
echo '#define F(n) __attribute__ ((noipa)) void f##n (void) { __asm__ volatile (""); }'
i=0; while [ $i -lt 1000 ]; do echo "F($i)"; i=$((i + 1)); done
echo '#include <stdio.h>'
echo 'int main (void) {'
i=0; while [ $i -lt 1000 ]; do echo "f$i ();"; i=$((i + 1)); done
echo 'puts ("output"); return 3; }'
END
sh gen.sh > many.c
run 0 "$CC" -O0 -finstrument-gasp-functions many.c -o many
for size in 4 8 12 24 40 60 100; do
  mount -t tmpfs -o size=${size}k tmpfs small
  run 3 "$GASP" run -q --exact --sample=none -o small/profile ./many
  has out '^output$'
  has err 'record full: it cannot grow: No space'
  run 0 "$GASP" report --limit=0 small/profile
  has out ' f[0-9]'
  umount small
done
# A record leaves the program something.
cp "$HERE/../gasp.ways/ways.h" .
cat > writes.c <<'END'
#include <fcntl.h>
#include "ways.h"
int
main (void)
{
  static char block[4096];
  int count = 0, fd = open ("small/written", O_CREAT | O_WRONLY, 0600);
  for (int way = 0; way < 1 << 16; way++)
    path (16, way);
  while (count < 50 && write (fd, block, sizeof block) == sizeof block)
    count++;
  return count == 50 ? 3 : 4;
}
END
run 0 "$CC" -O1 -w -finstrument-gasp-functions=source writes.c -o writes
for options in '' --trace=100M; do
  mount -t tmpfs -o size=6m tmpfs small
  run 3 "$GASP" run -q -o small/profile --timing=all $options ./writes
  has err '(cannot grow|cannot grow beyond .*): No space left .* left to others'
  run 0 "$GASP" report small/profile
  umount small
done
trap - EXIT
