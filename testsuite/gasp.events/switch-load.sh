# Functions are switched without pause while threads run through them, with signals, forks and dlopen.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 900
#
# GASP_TEST_SECONDS says how long (make check-toggle: minutes).

seconds=${GASP_TEST_SECONDS:-$(often 1 3)}
for mode in $(modes_of "$TEST"); do
  run 0 "$CC" -O2 -shared -fPIC -finstrument-gasp-functions=$mode "$HERE/switch/library.c" \
    -o library.so
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode -finstrument-gasp-exclude-files='*tool.c' \
    -I"$HERE/switch" "$HERE/switch/load.c" "$HERE/switch/tool.c" -pthread -ldl -o prog
  run 0 timeout $((seconds + 120)) $RUNNER ./prog "$seconds" "$PWD/library.so"
  has out ' 0 wrong$'
done
