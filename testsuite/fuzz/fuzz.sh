# fuzz.sh - feed gasp report damaged records, and gasp trace damaged traces, led
# by what they make it do.
#
# SPDX-License-Identifier: Apache-2.0
#
#   CC=... sh testsuite/fuzz/fuzz.sh SOURCE BUILD [SECONDS]
#
# The reader is built for AFL++ with the address and undefined sanitisers.  It
# starts from the records in corpus.tar.xz and fresh ones; each format has its
# share of the time, and so have traces, which begin fresh.  What crashes it or
# makes it hang is left in BUILD/fuzz/found, and is a failure.  What takes new
# ways through it is added to BUILD/fuzz/corpus.tar.xz, to be kept in place of
# the old one.

set -eu
source=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
seconds=${3:-3600}
here=$source/testsuite/fuzz
work=$build/fuzz
formats='text json csv html'

command -v afl-fuzz > /dev/null || {
  if [ "$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq afl++
}
compiler=$(command -v afl-clang-fast || command -v afl-gcc-fast)
AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1
AFL_NO_AFFINITY=1 AFL_QUIET=1 AFL_IGNORE_PROBLEMS=1 AFL_ALLOW_TMP=1
export AFL_SKIP_CPUFREQ AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES AFL_NO_UI \
  AFL_NO_AFFINITY AFL_QUIET AFL_IGNORE_PROBLEMS AFL_ALLOW_TMP
# Short-lived: it need not free anything.
ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:symbolize=0
UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1
export ASAN_OPTIONS UBSAN_OPTIONS

rm -rf "$work"
mkdir -p "$work/seeds" "$work/found"
cd "$work"

echo "Building the reader with ${compiler##*/}."
mkdir -p reader-build
ln -sfn "$source" reader-build/src
AFL_USE_ASAN=1 AFL_USE_UBSAN=1 make -s -C reader-build -f src/mk/build.mk \
  CC="${CC:-gcc}" CXX="${CXX:-g++}" FC="${FC:-gfortran}" \
  HOSTCC="$compiler" HOSTCFLAGS='-O1 -g -w' bin/gasp
ln -s reader-build/bin/gasp reader

# Fresh records: small ones of several kinds.
"$build/bin/gaspcc" -g -O1 --profile -pthread \
  "$source/testsuite/gasp.tool/sample.c" -o prog
for kind in threads fork kill; do
  "$build/bin/gasp" run -q -o "fresh-$kind" ./prog $kind > out 2>&1 || :
  n=0
  for record in fresh-"$kind"/*.gasp; do
    if [ -f "$record" ]; then cp "$record" "seeds/$kind-$n"; n=$((n + 1)); fi
  done
done
# One thread of a UPC program.
cp "$source/testsuite/gasp.tool/upc.c" upc.upc
if "$build/bin/gaspupc" -g --profile upc.upc -o upc > out 2>&1; then
  UPC_THREADS=2 "$build/bin/gasp" run -q -o fresh-upc ./upc > out 2>&1 || :
  for record in fresh-upc/*.gasp; do
    if [ -f "$record" ]; then cp "$record" seeds/upc; fi
  done
fi
if [ -f "$here/corpus.tar.xz" ]; then tar -xJf "$here/corpus.tar.xz" -C seeds; fi

# fuzz NAME SEEDS [OPTION...] -- COMMAND...: its share of the time.
share=$((seconds / 5))
fuzz ()
{
  name=$1 from=$2
  shift 2
  echo "$name: $share seconds from $(ls "$from" | wc -l) records."
  afl-fuzz -i "$from" -o "afl-$name" -m none -t 2000+ -V $share "$@" \
    > "$name.log" 2>&1 || {
      tail -20 "$name.log"
      exit 2
    }
  sed -n 's/^\(execs_done\|corpus_count\|edges_found\|bitmap_cvg\) *: /  \1 /p' \
    "afl-$name/default/fuzzer_stats"
  for file in "afl-$name"/default/crashes/id* "afl-$name"/default/hangs/id*; do
    if [ -f "$file" ]; then cp "$file" "found/$name-$(basename "$file")"; fi
  done
}

for format in $formats; do
  fuzz $format seeds -- ./reader report -n 0 -f $format -o /dev/null @@
  find "afl-$format/default/queue" -type f -name 'id*' ! -name '*,orig:*' |
    while read -r file; do
      cp "$file" "seeds/$(cksum < "$file" | cut -d' ' -f1)"
    done
done

# A trace is beside its record; the second seed is one that was cut short.
"$build/bin/gasp" run -q --trace=64K -o trace ./prog threads > out 2>&1 || :
for trace in trace/*.trace; do
  mkdir -p seeds-trace
  cp "$trace" seeds-trace/whole
  head -c 20000 "$trace" > seeds-trace/cut
  fuzz trace seeds-trace -f "$trace" -- \
    ./reader trace -f text -o /dev/null trace
done

echo "Choosing what to keep."
rm -rf kept
afl-cmin -i seeds -o kept -m none -t 5000 -- \
  ./reader report -n 0 -f json -o /dev/null @@ > cmin.log 2>&1 || tail -5 cmin.log
tar -C kept --sort=name --owner=0 --group=0 --mtime=@0 -cJf corpus.tar.xz .
found=$(ls found | wc -l)
echo "$(ls kept | wc -l) records kept in $work/corpus.tar.xz," \
  "$(wc -c < corpus.tar.xz) bytes; $found crash or hang the reader."
[ "$found" = 0 ]
