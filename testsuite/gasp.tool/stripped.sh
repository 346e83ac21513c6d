# Functions of a stripped library have their names where what was stripped off is there:
# by the name that the library has for it, beside it or in .debug; not that of another
# build.  What stands out is the function that calls them, though one of the program's own
# has more than each.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 120

. "$HERE/../lib/samples.sh"
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
int main (void) { own (10000000), caller (10000000); return 0; }
END
"$STOCK" -g -O1 -shared -fPIC -Wl,--build-id lib.c -o libhidden.so || fail "no library"
hidden=$(nm libhidden.so | sed -n 's/ t hidden_.*//p')
run 0 objcopy --only-keep-debug libhidden.so libhidden.so.debug
run 0 strip libhidden.so
run 0 objcopy --add-gnu-debuglink=libhidden.so.debug libhidden.so
run 0 "$CC" -g -O1 --profile prog.c -o prog "$PWD/libhidden.so"

# known PROFILE OWN EACH: a profile of which it is known that own took OWN ms, and that
# each of the five of the library had EACH samples of a millisecond: else what stands out
# would depend on what else the machine does.
bias=0x7e0000000000
known ()
{
  all=$(($2 + 5 * $3))
  {
    echo 'period f4240'
    printf 'thread %x %x 0\n' $((all * 1000000)) $((all * 1000000))
    printf 'time %x main\n' $((all * 1000000))
    printf 'time %x own\n' $(($2 * 1000000))
    printf 'time %x caller\n' $((5 * $3 * 1000000))
    module libhidden.so $bias
    for at in $hidden; do
      echo "sample $(hexadecimal "$bias + 0x$at + 1") $(hexadecimal "$3") caller"
    done
  } > list
  run 0 "$GASP" run -q --sample=time -o "$1" ./prog
  run 0 ./put-samples "$1"/*.gasp list
  run 0 "$GASP" report "$1"
}

known profile 200 160
has out '^ *[~0-9.]+ m?s .* hidden_three '
has out '^  Most time is ~80 % in caller \(prog.c:3\), with the library functions that it calls: hidden_[a-z]* has 16 %'
# Also where the program's own stands out, too, which has a third here.
known beside 250 100
has out '^  Most time is ~67 % in caller \(prog.c:3\), with the library functions that it calls: hidden_[a-z]* has 13 %; 33 % in own \(prog.c:2\)'
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
