# Functions of a stripped library have their names where what was stripped off is there:
# by the name that the library has for it, beside it or in .debug; not that of another
# build.  What stands out is the function that calls them, though one of the program's own
# has more than each.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 120

. "$HERE/../lib/profile.sh"
need objcopy
need strip
cat > lib.c <<'END'
#define SPIN(name) \
  __attribute__ ((noipa)) static void name (long n) { for (volatile long i = 0; i < n; i++); }
SPIN (hidden_one) SPIN (hidden_two) SPIN (hidden_three) SPIN (hidden_four) SPIN (hidden_five)
void
work (long n)
{
  hidden_one (n), hidden_two (n), hidden_three (n), hidden_four (n), hidden_five (n);
}
END
cat > prog.c <<'END'
extern void work (long);
__attribute__ ((noipa)) static void own (long n) { for (volatile long i = 0; i < n; i++); }
__attribute__ ((noipa)) static void caller (long n) { work (n); }
int main (int argc, char **argv)
{
  (void) argv;
  own (argc > 1 ? 250000000 : 450000000);
  caller (argc > 1 ? 100000000 : 400000000);
}
END
"$STOCK" -g -O1 -shared -fPIC -Wl,--build-id lib.c -o libhidden.so || fail "no library"
run 0 objcopy --only-keep-debug libhidden.so libhidden.so.debug
run 0 strip libhidden.so
run 0 objcopy --add-gnu-debuglink=libhidden.so.debug libhidden.so
run 0 "$CC" -g -O1 --profile prog.c -o prog "$PWD/libhidden.so"
# On a busy machine, what waiting for a processor took may hide it.
for i in 1 2 3 4 5; do
  rm -rf profile
  run 0 "$GASP" run -q --sample=time -o profile ./prog
  run 0 "$GASP" report profile
  has out '^ *[~0-9.]+ m?s .* hidden_three '
  grep -q 'with the library functions' out && break
done
has out '^  Most time( running)? is ~?[0-9.]+ % in caller \(prog.c:3\), with the library functions that it calls: hidden_[a-z]* has '
# Also where the program's own stands out, too, which has a third here.
run 0 "$GASP" run -q --sample=time -o beside ./prog less
run 0 "$GASP" report beside
has out '^  Most time( running)? is ~?[0-9.]+ % in caller \(prog.c:3\), with the library functions that it calls: hidden_[a-z]* has ~?[0-9.]+ %; ~?[0-9.]+ % in own \(prog.c:2\)'
mkdir .debug
mv libhidden.so.debug .debug/
run 0 "$GASP" report profile
has out '^ *[~0-9.]+ m?s .* hidden_three '
"$STOCK" -g -O0 -shared -fPIC -Wl,--build-id lib.c -o other.so || fail "no library"
run 0 objcopy --only-keep-debug other.so .debug/libhidden.so.debug
run 0 "$GASP" report profile
hasnt out hidden_three
rm .debug/libhidden.so.debug
run 0 "$GASP" report profile
hasnt out hidden_three
has out 'libhidden.so'
