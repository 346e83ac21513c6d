# What ran where is told by clocks, without what the thread was off the processor there;
# and by samples in calls whose end was not seen.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
run 0 "$STOCK" -I"$SOURCE/shared" "$HERE/../tools/put-samples.c" -o put-samples
cat > prog.c <<'END_OF_C'
static volatile int x;
__attribute__ ((noipa)) static void part (void) { x++; }
__attribute__ ((noipa)) static void first (void) { x++; }
__attribute__ ((noipa)) static void second (void) { part (); x++; }
int main (void) { first (); second (); return 0; }
END_OF_C
run 0 "$CC" -O1 --profile prog.c -o prog
profile 0 --timing=all --sample=none ./prog
mv profile empty

# ns MS: in hexadecimal digits.
ns ()
{
  printf '%x' $(($1 * 1000000))
}

# put THREAD FIRST SECOND PART: the report of a run in which the thread ran so long, was
# ready so long, and was there so long, and FIRST, SECOND and PART of it, as clocks
# say, and samples; all in milliseconds.
put ()
{
  rm -rf profile
  cp -r empty profile
  function ()
  {
    echo "time $(ns "$2") $1"
    [ "$3" = 0 ] || printf 'sample 10 %x %s\n' "$3" "$1"
  }
  # shellcheck disable=SC2086
  {
    echo "period $(ns 1)"
    set -- $1 $2 $3 $4
    echo "thread $(ns "$3") $(ns "$1") $(ns "$2")"
    echo "time $(ns "$3") main("
    function 'first(' "$4" "$5"
    function 'second(' "$6" "$7"
    function 'part(' "$8" "$9"
    cat more
  } > list
  : > more
  run 0 ./put-samples profile/*.gasp list
  "$GASP" report --format=csv --view=flat profile > csv
  cat csv
}

# about COLUMN FUNCTION MS: it has so many, but for what is beside the samples.
about ()
{
  figure "$1" "void $2(void)" | awk -v ms="$3" '
    { off = $1 / 1e6 - ms; exit !(off > -150 && off < 150) }' \
    || fail "$2 has $(figure "$1" "void $2(void)") ns $1, not $3 ms"
}

: > more
# Half of the time a thread is ready: where that was, looks at it have told.
echo "away 0 $(ns 8000) first(" > more
echo "away 0 $(ns 2000) second(" >> more
put '10000 10000 20000' '10000 2000' '10000 8000' '0 0'
about running first 2000
about running second 8000
about ready first 8000
about self first 10000
about self second 10000

# Likewise where it waited for something else.
{
  echo "away 0 $(ns 8000) first("
  echo "away 0 $(ns 2000) second("
  echo "away $(ns 9000) $(ns 1000) part("
} > more
put '10000 10000 30000' '10000 2000' '20000 8000' '10000 0'
about running first 2000
about running second 8000
about waiting part 9000
about self part 10000
about running part 0

# It had a processor: what the clocks say is exact, and samples are some.
put '10000 0 10000' '2000 2500' '8000 7500' '0 0'
about running first 2000
about running second 8000

# With more samples than time, a function that was switched off has its caller's: so
# the time is the caller's, too.
echo 'off part(' > more
put '10000 0 10000' '4000 4000' '6000 0' '5000 6000'
about running first 4000
about running second 6000

# With fewer, its call seemed to go on when it was over, and part of the time is its
# caller's.
echo 'off part(' > more
put '10000 0 10000' '4000 4000' '6000 4000' '5000 2000'
about running first 4000
about running second 4000
about running part 2000

# Of an event, what takes long is known also then, and with it that the thread waited.
{
  echo 'off exit'
  echo "time $(ns 5000) exit"
  echo "away $(ns 4500) 0 exit"
  printf 'sample 10 %x exit\n' 1500
} > more
put '5500 0 10000' '2000 2000' '2000 2000' '0 0'
waiting=$(figure waiting exit)
[ "$waiting" -gt 4000000000 ] || fail "exit waits $waiting ns"
