# fuzz.sh - feed gasp report damaged records, also joined ones, gasp trace damaged
# traces, gasp run records that are damaged while it observes them, and gasp attach what
# a process may answer and programs' files, led by what they make it do.
#
# SPDX-License-Identifier: Apache-2.0
#
#   CC=... sh testsuite/fuzz/fuzz.sh SOURCE BUILD [SECONDS]
#
# All is built for AFL++ with the address and undefined sanitisers.  The reader starts
# from the records in corpus.tar.xz and fresh ones; each format has its share of the
# time, and so have the others, which begin fresh.  What crashes or hangs is left in
# BUILD/fuzz/found, and is a failure.  What takes new ways through the reader is added
# to BUILD/fuzz/corpus.tar.xz, to be kept in place of the old one.

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
# An array of nothing is null, which 0 may be added to; clang takes that for an overflow.
AFL_USE_ASAN=1 make -s -C reader-build -f src/mk/build.mk \
  CC="${CC:-gcc}" CXX="${CXX:-g++}" FC="${FC:-gfortran}" HOSTCC="$compiler" \
  HOSTCFLAGS="-O1 -g -w -fsanitize=undefined -fsanitize-undefined-trap-on-error \
    -fno-sanitize=pointer-overflow" NCURSES=no bin/gasp
ln -s reader-build/bin/gasp reader

# What reads of other processes, each with a program of its own around it.
. "$here/harnesses.sh"
harness_libraries=
AFL_USE_ASAN=1 AFL_USE_UBSAN=1 \
  make_harnesses "$source" "$work/reader-build" "$compiler" -O1 -g

# Fresh records: small ones of several kinds.
"$build/bin/gaspcc" -g -O1 --profile -pthread \
  "$source/testsuite/gasp.tool/sample.c" -o prog
cp "$source/testsuite/gasp.tool/upc.c" upc.upc
"$build/bin/gaspupc" -g --profile upc.upc -o upc > out 2>&1 \
  || echo "There is no UPC: no records of it."

# record NAME WORD...: what gasp run WORD... records is seeds/NAME-N.
record ()
{
  kind=$1
  shift
  "$build/bin/gasp" run -q --record-limit=1M -o "fresh-$kind" "$@" > out 2>&1 || :
  n=0
  for record in fresh-"$kind"/*.gasp; do
    if [ -f "$record" ]; then cp "$record" "seeds/$kind-$n"; n=$((n + 1)); fi
  done
}
for kind in threads fork kill; do record $kind ./prog $kind; done
record counters --counters=TASK-CLOCK,FAULTS,CS ./prog threads
record samples --sample=TASK-CLOCK:100000 ./prog threads
record budget --budget=1 ./prog threads
record timed --timing=all ./prog fork
record full --record-limit=256K ./prog threads
record apart --clock=thread-cputime ./prog threads
"$build/bin/gasp" run -q --trace=64K -o trace ./prog threads > out 2>&1 || :
if [ -x upc ]; then
  UPC_THREADS=2 record upc ./upc
  UPC_THREADS=2 "$build/bin/gasp" run -q --trace=64K -o trace-upc ./upc > out 2>&1
fi
cat > small.c <<'END'
int leaf (int n) { return n + 1; }
int main (void) { return leaf (-1); }
END
mkdir seeds-programs
"$build/bin/gaspcc" --profile small.c -o seeds-programs/dynamic
"$build/bin/gaspcc" --profile -s small.c -o seeds-programs/stripped
"$build/bin/gaspcc" --profile -finstrument-gasp-include-functions=none -c small.c \
  -o seeds-programs/object
# Those of the corpus get the version and the header's size of a new one.
if [ -f "$here/corpus.tar.xz" ]; then
  mkdir corpus
  tar -xJf "$here/corpus.tar.xz" -C corpus
  for file in corpus/*; do
    dd if=seeds/timed-0 of="$file" bs=1 skip=12 seek=12 count=8 conv=notrunc 2> out
  done
  mv corpus/* seeds
fi

# fuzz NAME SEEDS [OPTION...] -- COMMAND...: a share of the time, of ten.
share=$((seconds / 10))
fuzz ()
{
  name=$1 from=$2
  shift 2
  echo "$name: $share seconds from $(ls "$from" | wc -l) files."
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

# Joined records are known by the name of their file.  Those of one process, and of few,
# stay as they are.
mkdir seeds-joined
for kind in fork upc; do
  "$build/bin/gasp" join "fresh-$kind" > out 2>&1 || :
  for file in "fresh-$kind"/*.gasps; do
    [ ! -f "$file" ] || cp "$file" "seeds-joined/$kind"
  done
done
fuzz joined seeds-joined -f joined.gasps -- \
  ./reader report -n 0 -f json -o /dev/null joined.gasps

# A trace is beside its record; the second seed is one that was cut short.
# fuzz_trace DIRECTORY COMMAND...
fuzz_trace ()
{
  file=$(ls "$1"/*.trace | head -1)
  mkdir -p "seeds-$1"
  cp "$file" "seeds-$1/whole"
  head -c 20000 "$file" > "seeds-$1/cut"
  directory=$1
  shift
  fuzz "$directory" "seeds-$directory" -f "$file" -- "$@" "$directory"
}
fuzz_trace trace ./reader trace -f text -o /dev/null
[ ! -x upc ] || fuzz_trace trace-upc ./transfers archive

# A process's answers; and programs.
mkdir seeds-answers
head -c 21000 /dev/zero | tr '\0' '\1' > seeds-answers/ones
head -c 21000 "$source/README" > seeds-answers/text
printf 'GASP_OUTPUT=/nowhere' > seeds-answers/output
fuzz answers seeds-answers -- ./answers @@
fuzz programs seeds-programs -- ./programs @@

echo "Choosing what to keep."
rm -rf kept
# Some may take too long on a busy machine.
afl-cmin -A -i seeds -o kept -m none -t 5000 -- \
  ./reader report -n 0 -f json -o /dev/null @@ > cmin.log 2>&1 || tail -5 cmin.log
tar -C kept --sort=name --owner=0 --group=0 --mtime=@0 -cJf corpus.tar.xz .
found=$(ls found | wc -l)
echo "$(ls kept | wc -l) records kept in $work/corpus.tar.xz," \
  "$(wc -c < corpus.tar.xz) bytes; $found crash or hang the reader."
[ "$found" = 0 ]
