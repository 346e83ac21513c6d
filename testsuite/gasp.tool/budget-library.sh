# A library's function that is mostly called from what was switched off is not said to be
# called from the one function that still shows.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
cat > lib.c <<'END'
void
spin (long n)
{
  for (volatile long i = 0; i < n; i++)
    continue;
}
END
cat > prog.c <<'END'
extern void spin (long);
__attribute__ ((noipa)) static void often (void) { spin (60); }
__attribute__ ((noipa)) static void rarely (void) { spin (20000000); }
int
main (void)
{
  for (int i = 0; i < 3000000; i++)
    {
      often ();
      if (i % 1000000 == 999999)
	rarely ();
    }
}
END
"$STOCK" -g -O1 -shared -fPIC lib.c -o libspin.so || fail "no library"
run 0 "$CC" -g -O1 --profile prog.c -o prog "$PWD/libspin.so"
run 0 "$GASP" run -q --budget=2% -o profile ./prog
run 0 "$GASP" report profile
has out '>= *[0-9]+ .*often'
has out 'time( running)? is ~?[0-9.]+ % in spin'
hasnt out 'called from rarely'
