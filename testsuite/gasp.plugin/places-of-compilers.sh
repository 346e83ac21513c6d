# PATH without a value, without the compiler, with directories that have its
# name; and a wrapper that is called by no name: what is found is what GCC and
# a shell would find.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int x;' > a.c
run 0 "$GASP" compiler-path
wrapper=$(cat out)/$STOCK
real=$(command -v "$STOCK")
mkdir -p directories/$STOCK here
ln -s "$real" here/$STOCK

# made WORD...: an object file, where env's words set PATH.
made ()
{
  rm -f a.o
  run 0 command env "$@" -c a.c
  [ -f a.o ] || fail "$*: nothing was made"
}

case $real in
  /bin/* | /usr/bin/*)
    made -u PATH "$CC"
    made -u PATH "$wrapper" ;;
esac
made PATH="$PWD/directories:$PATH" "$wrapper"
made PATH="/nonexistent::$PATH" "$wrapper"
# An empty name is the present directory, also behind the wrappers' own.
cd here
cp ../a.c .
made PATH=":${wrapper%/*}:/usr/bin:/bin" GASPCC_VERBOSE=1 "$wrapper"
has err '^env .* \./'
cd ..
# Without anything, GCC finds no assembler, and says so.
for path in '' :: /nonexistent "$PWD/directories"; do
  run 1 command env PATH="$path" "$wrapper" -c a.c
  has err "^$STOCK: there is no other $STOCK in PATH\$"
done

cat > nameless.c <<'E2'
#include <unistd.h>
int
main (int argc, char **argv)
{
  char *nothing[] = { 0 }, *empty[] = { "", "-c", "a.c", 0 };
  execv (argv[1], argc > 2 ? empty : nothing);
  return 9;
}
E2
gcc nameless.c -o nameless
for command in gaspcc gaspc++ gaspfort gaspupc; do
  run 1 ./nameless "$BUILD/bin/$command"
  has err 'no input files'
done
rm -f a.o
run 0 ./nameless "$CC" x
[ -f a.o ] || fail "nothing was made"
for command in gasp $([ -n "$RUNNER" ] || echo gasprun); do
  run 2 ./nameless "$BUILD/bin/$command"
  run 2 ./nameless "$BUILD/bin/$command" x
done
