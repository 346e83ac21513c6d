# The directory that gasp compiler-path prints, first in PATH.
#
# SPDX-License-Identifier: Apache-2.0

run 0 "$GASP" compiler-path
directory=$(cat out)
[ -x "$directory/gcc" ] || fail "no gcc in $directory"
cat > prog.c <<'END'
int f (void) { return 0; }
int main (void) { return f (); }
END
cp prog.c prog.C
plain_fortran=$(command -v gfortran || :)
PATH=$directory:$PATH
export PATH
# The plain name, if it is the version that the plugin is for.
name=gcc
[ "$(gcc -dumpversion | cut -d. -f1)" = "${STOCK#gcc-}" ] || name=$STOCK
run 0 $name -fplugin=gasp.so -finstrument-gasp prog.c
run 0 under dump ./a.out
count 2 result 'COLLECTIVE_EXIT'
fortran=gfortran
[ $name = gcc ] && [ "$plain_fortran" ] || fortran=$STOCKFC
# Plain names are for when they are that version's.
for compiler in gcc cc $STOCK $MACHINE-gcc c++ g++ $STOCKXX; do
  [ -e "$directory/$compiler" ] || fail "no $compiler"
  case $compiler in *[0-9]) ;; *) [ $name = gcc ] || continue ;; esac
  case $compiler in *+*) file=prog.C ;; *) file=prog.c ;; esac
  run 0 $compiler -finstrument-gasp-functions $file -o prog
  run 0 under dump ./prog
  count 4 result GASP_C_FUNC
  run 0 $compiler $file -o prog
  run 0 under dump ./prog
  [ ! -s result ] || fail "$compiler: events without a flag"
done
printf 'program p\nend program\n' > p.f90
run 0 $fortran -finstrument-gasp-functions p.f90 -o p
run 0 under dump ./p
count 2 result 'GASP_C_FUNC.*"p"'
