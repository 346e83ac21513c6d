# A GCC newer than any we know: tried, with a warning; where its headers do not
# fit, one line says so.  GCC 9 is refused.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

make=$(command -v make) || unsupported "no make"
not_emulated "the plugin is compiled for this machine"
real=$($STOCK -print-file-name=plugin)
mkdir bin
cp -rL "$real" plugin

# pretend VERSION: bin/gcc-VERSION and g++-VERSION, with headers that say so.
pretend ()
{
  sed "s/\(define BUILDING_GCC_MAJOR\).*/\1 $1/" "$real/include/bversion.h" \
    > plugin/include/bversion.h
  for name in gcc g++; do
    cat > bin/$name-$1 <<END
#!/bin/sh
case \$* in
  *-dumpversion) echo $1 ;;
  *-print-file-name=plugin) echo "$PWD/plugin" ;;
  *) exec $name-${STOCK#gcc-} "\$@" ;;
esac
END
    chmod +x bin/$name-$1
  done
}
PATH=$PWD/bin:$PATH
pretend 99
echo '#error "This is another GCC."' >> plugin/include/tree.h
run - $make -C "$SOURCE" CC=gcc-99 CXX=g++-99 O="$PWD/new"
has err 'warning: gcc-99 is GCC 99; GASP for GCC knows GCC 11 to'
count 1 err 'does not know GCC 99 yet and does not fit its headers'
hasnt err 'This is another GCC'
pretend 9
run - $make -C "$SOURCE" CC=gcc-9 CXX=g++-9 O="$PWD/old"
has err 'gcc-9 is GCC 9; GASP for GCC is for GCC 11 and newer'

# What is installed or registered stays what was built, for the compiler of then.
mkdir -p built/obj
echo 'CC = gcc-9' > built/obj/compilers.mk
for target in install register; do
  run - $make -n -C "$SOURCE" $target O="$PWD/built"
  has err 'gcc-9 is GCC 9; GASP for GCC is for GCC 11 and newer'
done
