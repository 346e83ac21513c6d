# Samples divide the time that is known: of calls that were counted, of their caller,
# and of recording, which is nobody's.  The parts make the whole, and each has the
# error that so many samples have.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
run 0 "$STOCK" -I"$SOURCE/shared" "$HERE/../tools/put-samples.c" -o put-samples
cat > prog.c <<'END'
#define OUT __attribute__ ((noipa))
OUT int leaf (int n) { for (volatile int i = 0; i < n; i++); return n; }
OUT int other (int n) { for (volatile int i = 0; i < n; i++); return n; }
OUT int caller (void) { return leaf (1000) + other (1000); }
int main (void) { return caller () + caller () == 0; }
END
run 0 "$CC" -O1 -finstrument-gasp-functions=emitted prog.c -o prog
profile 0 --timing=all --sample=none ./prog
mv profile empty

# hex NUMBER
hex () { printf '%x' "$1"; }

# put LINE...: a record in which main took 20 s, caller 20, other 10, and samples are of
# 1 ms, with the LINEs; MS FUNCTION and -MS FUNCTION, of recording, stand for samples.
put ()
{
  rm -rf profile
  cp -r empty profile
  {
    echo "period $(hex 1000000)"
    echo "thread $(hex 20000000000) $(hex 20000000000) 0"
    echo "time $(hex 20000000000) main("
    echo "time $(hex 20000000000) caller("
    echo "time $(hex 10000000000) other("
    for line in "$@"; do
      case $line in
        -*) n=${line#-}; echo "sample 0 $(hex "${n%% *}") ${n#* }" ;;
        [0-9]*) echo "sample 10 $(hex "${line%% *}") ${line#* }" ;;
        *) echo "$line" ;;
      esac
    done
  } > list
  run 0 ./put-samples profile/*.gasp list
}

# read_times OPTION...: what the report has, in milliseconds.
read_times ()
{
  run 0 "$GASP" report --format=csv --view=flat --output=csv "$@" profile
  leaf=$(figure self 'int leaf(int)')
  leaf_error=$(figure self_error 'int leaf(int)')
  other=$(figure self 'int other(int)')
  caller=$(figure self 'int caller(void)')
  total=$(figure total 'int caller(void)')
}

# is WHAT NOW MS: NOW is that, but for a thousandth.
is ()
{
  awk "BEGIN { off = $2 / 1e6 - ($3); exit !(off * off <= 16) }" \
    || fail "$1: $2 ns, not $3 = $(awk "BEGIN { print $3 }") ms"
}

# Counted calls, their caller and recording share what is not the timed other's.
put 'counted leaf(' '50 leaf(' '-10 leaf(' '30 caller(' '-10 caller('
read_times
is leaf "$leaf" '10000 * 0.5'
is caller "$caller" '10000 * 0.3'
is other "$other" 10000
is total "$total" '20000 - 10000 * 0.2'
is error "$leaf_error" '1.96 * 10000 * sqrt (0.5 * 0.5 / 100)'
[ "$(figure self_estimated 'int leaf(int)')" = 1 ] || fail "an error of a fifth is not marked"
run 0 "$GASP" report profile
has out 'more was spent in recording'
has out '~[0-9.]+ [mµnu]?s .*leaf'
read_times --with-costs
is 'leaf with costs' "$leaf" '10000 * 0.6'
is 'total with costs' "$total" 20000

# More samples, less error: below a twentieth there is no mark.
put 'counted leaf(' '5000 leaf(' '-1000 leaf(' '3000 caller(' '-1000 caller('
read_times
is error "$leaf_error" '1.96 * 10000 * sqrt (0.5 * 0.5 / 10000)'
[ "$(figure self_estimated 'int leaf(int)')" = 0 ] || fail "an error of 2 % is marked"

# What the thread was off the processor is nobody else's.
put 'counted leaf(' '5000 leaf(' '5000 caller(' \
  "away $(hex 3000000000) $(hex 1000000000) leaf("
read_times
is 'leaf, waiting too' "$leaf" 7000
is 'its waiting' "$(figure waiting 'int leaf(int)')" 3000
is 'what it ran' "$(figure running 'int leaf(int)')" 3000
is 'what its caller ran' "$caller" 3000

# A timed function is a region of its own, of which samples tell what recording took.
put '900 other(' '-100 other('
read_times
awk "BEGIN { part = $other / 1e10; exit !(part > 0.85 && part < 0.97) }" \
  || fail "other: $other ns of 10 s, with recording left out"
[ "$(figure self_error 'int other(int)')" -gt 0 ] || fail 'no error of other'

# More off the processor than there was time, and samples without end.
put "away $(hex 900000000000) $(hex 900000000000) other("
read_times
is 'other, away' "$other" 10000
put 'counted leaf(' "sample 10 ffffffffff leaf(" "sample 0 ffffffffff leaf("
read_times
[ "$leaf" -ge 0 ] && [ "$leaf" -le 20000000000 ] || fail "leaf: $leaf"
