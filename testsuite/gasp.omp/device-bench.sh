# The figures for a GPU can be taken elsewhere than where they are compiled: bench/device.
# On the fake devices all are right that have no need of CUDA, which is said.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
for file in "$SOURCE"/bench/device/*.sh; do
  run 0 sh -n "$file"
done
run 0 env CC="$STOCK" FOR_GPU="${FOR_DEVICES#-fopenmp }" sh "$SOURCE/bench/device/pack.sh" \
  "$BUILD" kit
cp fake/libgomp-plugin-nvptx.so.1 kit/lib
run 1 sh kit/run.sh
has out '^devices: 2$'
has out '^copies of 800000 bytes back: 8: right$'
has out '^bytes back of constructs: 3200000: right$'
has out '^missing: kernel-time'
has out '^recorded, CUPTI no: '
hasnt out 'WRONG'
run 1 env FAKE_DEVICES=0 sh kit/run.sh
has out '^missing: everything'
