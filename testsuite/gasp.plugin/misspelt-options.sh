# What GCC says of options that there are not, the wrappers say, too, hints
# included.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int x;' > a.c
echo 'end' > a.f90
# wrong COMMAND...: what GCC's driver says, without its name.
wrong () { "$@" -mn -Wnot-a-warning -S 2>&1 | sed 's/^[^:]*: //'; }
wrong $STOCK a.c > plain
has plain "did you mean"
for compiler in "$CC" "$CC --profile" "$UPCC" "$UPCC -x c"; do
  wrong $compiler a.c | diff plain - || fail "$compiler"
done
command -v "$STOCKFC" > /dev/null || exit 0
wrong $STOCKFC a.f90 > plain
wrong "$FC" a.f90 | diff plain - || fail "$FC"
