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
# They are of an earlier version of the format, which has the same parts.
version=$(sed -n 's/^#define GASP_RECORD_VERSION \([0-9]*\)$/\1/p' "$SOURCE/shared/record.h")
tried=0 reported=0
for file in corpus/*; do
  printf "\\$(printf %03o "$version")" | dd of="$file" bs=1 seek=12 conv=notrunc 2> log
  for format in text json csv html; do
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
