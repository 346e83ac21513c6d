# Together with the address and undefined-behaviour sanitizers.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
cp "$HERE/sample/sample.C" .
for mode in source emitted; do
  for options in '-O1 -fsanitize=undefined' '-O2 -fsanitize=address'; do
    run 0 "$CXX" $options -finstrument-gasp-functions=$mode sample.C -o prog
    run 1 env ASAN_OPTIONS=verify_asan_link_order=0 ./prog a b
    run 1 under check env ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 ./prog a b
    hasnt result '^violation'
  done
done
