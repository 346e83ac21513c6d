# A trace in each format, of processes and threads: as many enters and leaves as
# there were; and what is said when a thing is missing.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
run 3 "$GASP" run -q --trace -o profile ./prog threads
run 0 "$GASP" trace -f text profile
mv out text
# main, 5 of node, 3700 of leaf, 2 of thread; threads, keep, twice; 3 phases,
# 2 of malloc, and free.  exit and what it is called from do not return.
count 3700 text '\+ int leaf\(int\) '
count 3700 text '- int leaf\(int\)$'
count 3 text '\+ phase \[sample.c:[0-9]+\]$'
count 2 text '\+ malloc '
count 2 text '\+ void \*thread\(void \*\)'
enters=$(grep -c ' + ' text)

# The name of the file says it, too, unless there is --format.
run 0 "$GASP" trace --output=named.txt profile
cmp named.txt text || fail "-o named.txt is not text"
run 0 "$GASP" trace -f text -o text.otf2 profile
cmp text.otf2 text || fail "--format is not obeyed"
run 2 "$GASP" trace -f json profile

# Perfetto's protobuf, as decoded by a reader that knows nothing but the form.
run 0 "$GASP" trace -o trace.pb profile
gcc "$SOURCE/testsuite/tools/protobuf.c" -o protobuf
run 0 ./protobuf 1 11 9 1 trace.pb
[ "$(cat out)" = "$enters" ] || fail "$(cat out) slices begin, not $enters"
run 0 ./protobuf 1 60 4 2 - trace.pb
[ "$(wc -l < out)" = 3 ] || fail "not 3 threads: $(cat out)"
# It is compressed where zlib is there: less than three times as large as what it
# was made of.
if /sbin/ldconfig -p | grep -q 'libz\.so\.1 '; then
  size=$(cat profile/*.trace | wc -c)
  [ "$(wc -c < trace.pb)" -lt $((3 * size)) ] \
    || fail "$(wc -c < trace.pb) bytes of $size"
fi
if command -v protoc > /dev/null; then
  protoc --decode_raw < trace.pb > raw || fail "protoc cannot decode it"
fi

# OTF2, where its library is.
rm -rf archive
got=0
"$GASP" trace -f otf2 -o archive profile 2> err || got=$?
if [ $got = 0 ]; then
  if command -v otf2-print > /dev/null; then
    run 0 otf2-print archive/traces.otf2
    count "$enters" out '^ENTER '
    count "$enters" out '^LEAVE '
    count 3700 out '^ENTER .*"leaf"'
    run 0 otf2-print -G archive/traces.otf2
    count 3 out '^LOCATION  '
    has out 'REGION .*"leaf".*"int leaf\(int\)".*FUNCTION.*COMPILER.*"sample.c"'
    has out 'REGION .*"malloc".*ALLOCATE.*COMPILER'
  else
    echo "not read back: no otf2-print"
  fi
  run 1 "$GASP" trace -f otf2 -o archive profile
  has err "'archive' is there already"
else
  cat err
  grep -Eq 'libopen-trace-format2' err || fail "it does not say what is missing"
fi

# Forked processes have traces of their own.
run 3 "$GASP" run -q --trace -o forks ./prog fork
run 0 "$GASP" trace -f text forks
count 3050 out '\+ int leaf\(int\) '
[ "$(awk '{ sub(/\..*/, "", $2); print $2 }' out | sort -u | wc -l)" = 2 ] \
  || fail "not two processes"
# The child was in main and split when it began.
has out ' \+ void split\(void\) .* \.\.\.$'

# Without a trace.
run 3 "$GASP" run -q -o without ./prog
run 1 "$GASP" trace without
has err "no trace was recorded; run the program with 'gasp run --trace'"
[ "$(ls -I code without | wc -l)" = 1 ] || fail "a trace nobody asked for"
run 1 "$GASP" trace nowhere
run 2 "$GASP" trace -f nothing profile
run 3 env GASP_TRACE=much "$GASP" run -q -o bad ./prog
has err 'GASP_TRACE=much: not a number of bytes'

# What UPC's events are, to those who read archives.
if [ -d archive ] && command -v otf2-print > /dev/null && [ -z "$RUNNER" ]; then
  cat > upc.upc <<'END'
#include <upc.h>
shared int a[THREADS];
int main (void)
{
  upc_lock_t *lock = upc_all_lock_alloc ();
  upc_lock (lock);
  a[(MYTHREAD + 1) % THREADS] = 1;
  upc_unlock (lock);
  upc_barrier;
  return 0;
}
END
  run 0 "$BUILD/bin/gaspupc" --profile upc.upc -o upc
  run 0 "$GASP" run -q --trace -o upc.out ./upc -n 2
  run 0 "$GASP" trace -f otf2 -o upc.archive upc.out
  run 0 otf2-print -G upc.archive/traces.otf2
  has out 'REGION .*"upc_barrier".*BARRIER.*UPC'
  has out 'REGION .*"upc_lock".*CRITICAL.*UPC'
  has out 'REGION .*"shared write".*RMA.*UPC'
fi
