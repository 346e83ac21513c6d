# A full disk costs a message, not the run.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
[ "$(id -u)" = 0 ] || unsupported "not root"
example
mkdir small
mount -t tmpfs -o size=64k tmpfs small 2> mount.err || unsupported "no tmpfs"
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
