# Options of ours in response files, in files that these name, and in what is no
# file at all: they are found where GCC would look, and GCC complains of the rest.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int f (void) { return 0; } int main (void) { return f (); }' > prog.c

# found WORD...: the functions have events.
found ()
{
  rm -f prog
  run 0 "$CC" "$@"
  run 0 under dump ./prog
  count 4 result GASP_C_FUNC
}

echo '-o prog prog.c' > plain
echo '--profile' > ours
echo '@ours' > inside
echo '@inside @plain' > outside
found @ours @plain
found @outside
GASPCC_FLAGS=@inside found @plain
rm prog
"$CC" @/dev/stdin prog.c -o prog < ours
run 0 under dump ./prog
count 4 result GASP_C_FUNC

# Quotes, and as many words as a linker is given.
echo 'int g (void) { return 0; }' > "a 'b' .c"
printf '%s\n' --profile '"a '"'b'"' .c"' "a\\ \\'b\\'\\ .c -Dg=h" > quoted
run 0 "$CC" @quoted -c
[ -f "a 'b' .o" ] || fail "the quoted name was not found"
awk 'BEGIN { print "--profile"; for (i = 0; i < 100000; i++) print "-DNAME" i }' > many
(ulimit -v 2000000; exec "$CC" @many -fsyntax-only prog.c) 2> err || {
  cat err
  # More than the system lets a command have.
  has err 'Argument list too long'
}

# Files that name themselves, and what has no end or no text.
echo '@self --profile' > self
echo '@twice @twice' > twice
mkdir directory
printf '\0--profile' > nul
for file in self twice; do
  run 1 timeout 60 "$CC" "@$file" -c prog.c
  has err 'too many @-files'
done
run 1 timeout 60 "$CC" @directory -c prog.c
has err 'directory'
for file in /dev/zero nul /dev/null; do
  run 0 timeout 60 "$CC" "@$file" -c prog.c
done
run 1 timeout 60 "$CC" @nowhere -c prog.c
run 1 timeout 60 "$CC" @ -c prog.c
