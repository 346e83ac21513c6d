# kill -9 leaves a trace that is whole up to the last call.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
run 137 "$GASP" run -q --trace -o profile ./prog kill
run 0 "$GASP" trace -f text profile
mv out text
count 3000 text '\+ int leaf\(int\) '
count 3000 text '- int leaf\(int\)$'
count 3 text '- phase$'
has text '- void twice\(void\)$'
# main was in raise.
[ "$(tail -1 text | sed 's/.* - //')" = 'int main(int, char **) ...' ] \
  || fail "the last line is: $(tail -1 text)"
enters=$(grep -c ' + ' text)
leaves=$(grep ' - ' text | grep -vc '\.\.\.$')
[ $((enters - leaves)) = 1 ] \
  || fail "$enters begin and $leaves end, but only main is open"

# From outside, in the middle of things, several times; each time what began and
# was not cut ended.
LD_PRELOAD=$BUILD/lib/libgasptool.so
case $LD_PRELOAD in *' '*) unset LD_PRELOAD; exit 0 ;; esac
for i in $(seq "$(often 1 5)"); do
  rm -rf second spin.err
  LD_PRELOAD=$LD_PRELOAD GASP_OUTPUT=$PWD/second GASP_TRACE=20M \
    ./prog spin > spin.out 2> spin.err &
  pid=$!
  unset LD_PRELOAD
  wait_until grep -qs errors spin.err
  kill -9 $pid
  wait $pid 2> wait.err || :
  run 0 "$GASP" trace -f text -o text second
  awk '$3 == "+" { open++ } $3 == "-" { open-- } open < 0 { exit 1 }
       END { if (open) exit 1 }' text || fail "enters and leaves do not pair"
  cut=$(grep -c '\.\.\.$' text)
  [ "$cut" -le 4 ] || fail "$cut calls were open, of main, spin, node, leaf"
  LD_PRELOAD=$BUILD/lib/libgasptool.so
done
