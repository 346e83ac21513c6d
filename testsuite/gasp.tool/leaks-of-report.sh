# What gasp report, diff, trace and join allocate is the arena's (report/base/arena.h),
# or is freed: the leak sanitiser has nothing to say.
#
# SPDX-License-Identifier: Apache-2.0
# check-all: builds the command anew
# timeout: 900

. "$HERE/../lib/profile.sh"
not_emulated "leaks are looked for by ptrace"
ln -s "$SOURCE" src
make -s -f src/mk/build.mk CC="$STOCK" HOSTCC="$STOCK" NCURSES=no \
  HOSTCFLAGS='-O1 -g -w -fsanitize=address -fno-omit-frame-pointer' bin/gasp > log 2>&1 \
  || { tail log; fail "the command cannot be built"; }
echo leak:libpapi > others
export ASAN_OPTIONS=detect_leaks=1
export LSAN_OPTIONS=exitcode=99:print_suppressions=0:suppressions=$PWD/others
cat > leak.c <<'END'
#include <stdlib.h>
int main (void) { return malloc (10) == NULL; }
END
run 0 "$STOCK" -fsanitize=address leak.c -o leak
ended=0
./leak 2> err || ended=$?
[ $ended = 99 ] || unsupported "leaks cannot be looked for here"

# clean WORD...: gasp WORD... leaks nothing.
clean () { run 0 bin/gasp "$@"; }

example
"$GASP" run -q -o one ./prog threads > out 2>&1 || :
"$GASP" run -q -o two ./prog threads > out 2>&1 || :
"$GASP" run -q -o fork ./prog fork > out 2>&1 || :
"$GASP" run -q --trace=64K -o traced ./prog threads > out 2>&1 || :
profiles="one fork traced"
if "$UPCC" -g --profile -x upc "$HERE/upc.c" -o upc > out 2>&1; then
  UPC_THREADS=2 "$GASP" run -q --trace=64K -o upc-profile ./upc > out 2>&1
  profiles="$profiles upc-profile"
fi
for profile in $profiles; do
  for format in text json html csv folded callgrind pprof speedscope tau messages; do
    clean report -n 0 -f $format -o report.$format $profile
  done
  clean report --view=all -n 0 $profile
  clean report --function=main --source --disassemble $profile
  clean report --filter=filter $profile
done
for format in text json html csv messages; do
  clean diff -f $format -o diff.$format one two
done
for format in text html perfetto; do
  clean trace -f $format -o trace.$format traced
  [ ! -d upc-profile ] || clean trace -f $format -o trace.$format upc-profile
done
clean join fork
clean report fork
ASAN_OPTIONS=$ASAN_OPTIONS:fast_unwind_on_malloc=0
clean list counters
