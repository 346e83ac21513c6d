# A recorder switches functions off, to counting, and on again; or off, but for the ends of
# calls that are open.
#
# SPDX-License-Identifier: Apache-2.0

for mode in source emitted; do
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode -finstrument-gasp-exclude-files='*tool.c' \
    -I"$HERE/switch" "$HERE/switch/modes.c" "$HERE/switch/tool.c" -pthread -o prog
  run 0 ./prog
  cat > want <<'END'
calls: 30 entered, 30 left, 0 counted; sum 110
leaf counted: 10 entered, 10 left, 20 counted; sum 110
leaf off: 10 entered, 10 left, 0 counted; sum 110
both off: 0 entered, 0 left, 0 counted; sum 110
1
leaf on: 20 entered, 20 left, 0 counted; sum 110
both on: 30 entered, 30 left, 0 counted; sum 110
1
leaf ending: 10 entered, 10 left, 0 counted; sum 110
work ending, in a call: 21 entered, 21 left, 0 counted; sum 110
and after it: 20 entered, 20 left, 0 counted; sum 110
work off, in a call: 21 entered, 20 left, 0 counted; sum 110
-1
END
  diff want out || fail "$mode: not these"
done
