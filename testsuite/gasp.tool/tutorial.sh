# Each command of gasp-tutorial(7), one after another, does what the page says.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
not_emulated "the page is for one machine"
cp "$SOURCE/examples/words.c" .
sed -n -e 's/\\-/-/g; s/\\(aq/'"'"'/g; s/^\$ //p' "$SOURCE/doc/gasp-tutorial.7" > commands
[ "$(wc -l < commands)" -ge 15 ] || fail "few commands"
PATH=$BUILD/bin:$PATH
export PATH
n=0
while read -r line; do
  n=$((n + 1))
  run 0 sh -ec "$line"
  cp out "$n.out"
  case $line in
    'gasp report before') flat=$n.out ;;
    *--function=find) callees=$n.out ;;
    *--source) lines=$n.out ;;
    'gasp diff exact after') counts=$n.out ;;
    'gasp diff old.* vs new.*') times=$n.out ;;
    *' after --view=memory') leak=$n.out ;;
    *' mended --view=memory') mended=$n.out ;;
  esac
done < commands

# What the page claims, in its order.
grep -E 'Most time.* is .*strcmp[^ ]*(, (called from|within) (is_same|find) .*)?[.]?$' "$flat" > first \
  || grep -E 'Most time.* is .* in is_same' "$flat" > first || fail "$(head -5 "$flat")"
has "$flat" ' (≥|>=)([0-9.]+ M|[1-9][0-9]{5}) .* is_same '
has "$lines" 'is_same \(e, word\)'
has "$callees" ' is_same +8\.84 M( |$)'
has "$counts" '^less +calls .* 8\.84 M +156837 .* is_same'
# Allocations are counted by samples.
sed '/^Changes of allocations/,$d' "$times" > functions
hasnt functions '^(less|more) +calls'
has "$times" ' lower bounds$'
has "$leak" ' 100000 +words.c:62 +malloc < lower_case < count_word < main'
hasnt "$mended" 'words.c:62 +malloc < lower_case'
[ -s before.html ] || fail "no picture"
run 3 gasp diff after vs exact --fail-if='calls:is_same>10%'
run 0 ./words
has out 'most frequent word: 40 times'

# It is where the page says.
cmp words.c "$BUILD/share/doc/gasp/examples/words.c" || fail "not installed"
