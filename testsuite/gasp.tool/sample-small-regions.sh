# Where calls are timed that are too short for samples, what they counted and what recording took is divided as in all of them together.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
run 0 "$STOCK" -I"$SOURCE/shared" "$HERE/../tools/put-samples.c" -o put-samples
ways=$(seq 0 127)
{
  echo '#define OUT __attribute__ ((noipa))'
  echo 'OUT int leaf (int n) { for (volatile int i = 0; i < n; i++); return n; }'
  echo 'OUT int search (void) { int s = 0; for (int i = 0; i < 999; i++) s += leaf (i % 9); return s; }'
  for n in $ways; do echo "OUT int way$n (void) { return search () + 1; }"; done
  echo 'int main (void) { return'
  for n in $ways; do echo "way$n () +"; done
  echo '0 == 1; }'
} > prog.c
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted prog.c -o prog
profile 0 --timing=all --sample=none ./prog
cp -r profile empty

# A sample is of 1 ms; each search, by its own way, takes as long as half of one.  So of 128
# searches, 64 have a sample: 45 in leaf, 3 in search itself, 16 in recording.
put ()
{
  printf 'sample %s 1 way%s( > search(%s\n' "$1" "$2" "${3-}"
}
{
  printf 'period %x\nthread %x %x 0\n' 1000000 64000000 64000000
  printf 'time %x main(\n' 64000000
  for n in $ways; do
    printf 'time %x way%s(\ntime %x way%s( > search(\n' 500000 "$n" 500000 "$n"
    echo "counted way$n( > search( > leaf("
  done
  for n in $(seq 0 44); do put 10 "$n" ' > leaf('; done
  for n in $(seq 45 47); do put 10 "$n"; done
  for n in $(seq 48 63); do put 0 "$n" ' > leaf('; done
} > list
run 0 ./put-samples profile/*.gasp list

run 0 "$GASP" report --format=csv --view=flat --output=csv profile
# between NAME LEAST MOST: so much it took itself, in milliseconds.
between ()
{
  time=$(figure self "$1")
  [ "$((time / 1000000))" -ge "$2" ] && [ "$((time / 1000000))" -le "$3" ] \
    || fail "$1: $time ns, not $2 to $3 ms"
}
between 'int leaf(int)' 40 50
between 'int search(void)' 2 8
[ "$(figure self_estimated 'int search(void)')" = 1 ] || fail 'no mark at search'
# The searches took as long as they were timed, but for recording.
run 0 "$GASP" report --format=csv --view=flat --with-costs --output=csv profile
total=$(figure total 'int search(void)')
[ $((total / 1000000)) -ge 63 ] && [ $((total / 1000000)) -le 64 ] || fail "search took $total ns"

# Where other samples are in a function that is not recorded, they alone know what it took.
rm -rf profile
mv empty profile
nm prog > symbols
hidden=$(printf %x $((0x$(sed -n 's/ T leaf$//p' symbols) + 0x10000000)))
{
  grep -v ^sample list
  echo "module 10000000 20000000 10000000 - $PWD/prog"
  for n in $(seq 0 49); do printf 'sample %s 1 way%s( > search(\n' "$hidden" "$n"; done
  for n in $(seq 50 63); do put 10 "$n"; done
} > others
run 0 ./put-samples profile/*.gasp others
run 0 "$GASP" report --format=csv --view=flat --output=csv profile
between 'int leaf(int)' 40 60
between 'int search(void)' 8 20
