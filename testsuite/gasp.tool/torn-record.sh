# A record that is cut off or damaged: a message, never a crash.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog threads
record=$(ls profile/*.gasp)
size=$(wc -c < "$record")
for part in 0 1 100 600 640 700 1700 2000 3000 4096 65536 65600 131072 200000; do
  [ $part -le "$size" ] || continue
  mkdir -p cut
  rm -f cut/*
  head -c $part "$record" > cut/x.gasp
  got=0
  "$GASP" report cut > out 2> err || got=$?
  [ $got -lt 100 ] || { cat err; fail "cut at $part: status $got"; }
  [ -s out ] || [ -s err ] || fail "cut at $part: not a word"
done
# Bytes changed here and there, always the same ones.
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
  cp "$record" cut/x.gasp
  awk -v seed=$seed -v size="$size" 'BEGIN { srand (seed); for (i = 0; i < 40; i++) print int (rand () * size) }' | while read at; do
    printf '\377' | dd of=cut/x.gasp bs=1 seek=$at conv=notrunc 2> dd.err
  done
  got=0
  timeout 20 "$GASP" report cut > out 2> err || got=$?
  [ $got -lt 100 ] || { cat err; fail "damaged ($seed): status $got"; }
done
