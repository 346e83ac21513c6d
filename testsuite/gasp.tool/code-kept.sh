# A profile says what it did, also once the program has been built anew: where it is, where
# its records were moved, and when runs are compared.  Somebody else's file is not read.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "it takes long"
cat > lib.c <<'END'
__attribute__ ((noipa)) static void in_library (long n)
{
  for (volatile long i = 0; i < n; i++)
    continue;
}
void
work (long n)
{
  in_library (n);
}
END
cat > prog.c <<'END'
extern void work (long);
#ifdef MORE
__attribute__ ((noipa)) void another (void) { work (1000); }
int padding (int n) { return n > 0 ? n * padding (n - 1) + 7 : 1; }
#endif
__attribute__ ((noipa, no_instrument_function)) static void hidden (long n)
{
  for (volatile long i = 0; i < n; i++)
    continue;
}
int
main (int argc, char **argv)
{
#ifdef MORE
  another ();
#endif
  hidden (200000000);
  work (200000000);
}
END

# build OPTION...
build ()
{
  "$STOCK" -g -O1 "$@" -shared -fPIC -Wl,--build-id lib.c -o libwork.so \
    || fail "no library"
  run 0 "$CC" -g -O1 --profile "$@" prog.c -o prog "$PWD/libwork.so"
}

# names DIRECTORY: its functions are there.
names ()
{
  run 0 "$GASP" report "$1"
  has out ' hidden '
  has out ' in_library '
  has out 'prog.c:[89] +hidden'
  hasnt err 'not the file that ran'
}

build
run 0 "$GASP" run -q -o old ./prog
[ "$(find old/code -type f | wc -l)" = 2 ] || fail "not two files: $(find old)"
# A link takes no room.
[ "$(stat -c %h prog)" = 2 ] || fail "no link"
build -DMORE
names old
run 0 "$GASP" run -q -o new ./prog
run 0 "$GASP" diff old new
hasnt err 'not the file that ran'
has out ' another '
hasnt out 'gone|\(prog\)'
mv old moved
names moved

# The next run in the same directory moves the records aside.
run 0 "$GASP" run -q -o moved ./prog
names moved/earlier.1

# Without it, as before.
rm -r new/code
build
run 0 "$GASP" report new
has err 'not the file that ran'
hasnt out ' hidden '

# What has another build-id is not read, and what is not ours not followed.
run 0 "$GASP" run -q -o false ./prog
for file in false/code/*/*; do
  cp /bin/true "$file.other" && mv "$file.other" "$file"
done
build -DMORE
run 0 "$GASP" report false
has err 'not the file that ran'
