# Damaged records that a fuzzer has found to lead the reader along ways of their
# own (testsuite/fuzz): in all formats a message or a report, valid JSON.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
need xz
mkdir corpus
tar -xJf "$SOURCE/testsuite/fuzz/corpus.tar.xz" -C corpus
run 0 gcc "$SOURCE/testsuite/tools/json.c" -o json
# They are of an earlier version of the format, which has the same parts: with the version
# and the header's size of a new record, they are read.
echo 'int main (void) { return 0; }' > prog.c
run 0 "$CC" -g --profile prog.c -o prog
run 0 "$GASP" run -q -o fresh ./prog
tried=0 reported=0
for file in corpus/*; do
  dd if="$(echo fresh/*.gasp)" of="$file" bs=1 skip=12 seek=12 count=8 conv=notrunc 2> log
  for format in text json csv html; do
    its_turn 3 || [ $format = json ] || continue
    got=0
    timeout 60 "$GASP" report -f $format -o report "$file" > out 2> err || got=$?
    [ $got -le 1 ] || { cat err; fail "$file as $format: status $got"; }
    [ $got = 0 ] || [ -s err ] || fail "$file as $format: not a word"
    if [ $got = 0 ] && [ $format = json ]; then
      ./json < report || fail "$file: not JSON"
      reported=$((reported + 1))
    fi
    tried=$((tried + 1))
  done
done
[ $tried -ge 40 ] && [ $reported -ge 5 ] || fail "$tried tried, $reported reported"
