# Lines of samples where code is loaded anywhere or at a fixed address, in a shared
# library, stripped, without debug information, built again, or gone; and where its
# source or libdw is missing: what is known is shown, and what is not is said.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/samples.sh"
mkdir src
cat > src/lib.c <<'END'
static volatile int sink;
static __attribute__ ((noinline)) int
hidden (int n)
{
  sink = n * 3;			/* HIDDEN */
  return sink;
}
int
shown (int n)
{
  sink += n;			/* SHOWN */
  return hidden (n) + 1;
}
END
cat > src/main.c <<'END'
extern int shown (int n);
int
main (void)
{
  volatile int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += shown (i);		/* MAIN */
  return sum == 1;
}
END
(cd src && run 0 "$CC" --profile -g -O1 -fPIC -shared lib.c -o ../libx.so)
(cd src && run 0 "$CC" --profile -g -O1 main.c -L.. -lx -Wl,-rpath,"$PWD/.." -o ../pie)
(cd src && run 0 "$CC" --profile -g -O1 -no-pie main.c -L.. -lx -Wl,-rpath,"$PWD/.." \
  -o ../fixed)
hidden=$(line_of HIDDEN src/lib.c)
shown=$(line_of SHOWN src/lib.c)
main=$(line_of MAIN src/main.c)

# planted PROGRAM BIAS: run it, with samples in it and in the library.
planted ()
{
  rm -rf profile
  recorded 0 "./$1"
  { module "$1" "$2"
    module libx.so 0x7fff00000000
    echo "time $(hexadecimal 10000000) main"
    sample "$1" "$2" main.c "$main" 10 main
    sample libx.so 0x7fff00000000 lib.c "$hidden" 60
    sample libx.so 0x7fff00000000 lib.c "$shown" 30
  } > list
  put list
}

for program in pie fixed; do
  bias=0x555500000000
  [ $program = pie ] || bias=0
  planted $program $bias
  run 0 "$GASP" report --view=hot-lines profile
  # What the functions took themselves is no part of the planted time of main.
  has out "hottest +lib\\.c:$hidden in hidden, 60\\.[0-4] %"
  has out " 60 +lib\\.c:$hidden +hidden .*HIDDEN"
  has out " 30 +lib\\.c:$shown +shown .*SHOWN"
  has out " 10 +main\\.c:$main +main .*MAIN"
done

# The source is elsewhere: it is said, and found where it is.
mv src moved
run 0 "$GASP" report --view=hot-lines profile
has out " 60 +lib\\.c:$hidden +hidden"
hasnt out 'HIDDEN'
run 0 "$GASP" report --function=hidden --source profile
has out "messages .*lib\\.c is not at hand: --source=DIR"
has out "^60\\.0 ms +60\\.[0-4] +60 +$hidden"
run 0 "$GASP" report --function=hidden --source --source=moved profile
has out "^60\\.0 ms +60\\.[0-4] +60 +$hidden +sink = n . 3"
mv moved src

# Stripped: the library's functions that others call have names.
cp libx.so libx.saved
strip libx.so
run 0 "$GASP" report --view=hot-lines profile
has out ' 30 +libx\.so +shown'
has out ' 60 +libx\.so'
hasnt out ' hidden '
# Without debug information only.
cp libx.saved libx.so
strip -g libx.so
run 0 "$GASP" report --view=hot-lines profile
has out ' 60 +libx\.so +hidden'

# Built again, and not kept: addresses mean nothing any more.
rm -r profile/code
(cd src && run 0 "$CC" --profile -g -O0 -fPIC -shared lib.c -o ../libx.so)
run 0 "$GASP" report --view=hot-lines profile
has out 'messages .*libx\.so was built again since \(build-id [0-9a-f]+; recorded: [0-9a-f]+'
has out ' 90 +libx\.so'
hasnt out 'libx\.so +(hidden|shown)'
has out " 10 +main\\.c:$main +main .*MAIN"
run 0 "$GASP" report --format=csv --view=hot-lines profile
has err 'libx\.so was built again since'
# Gone.
rm libx.so
run 0 "$GASP" report --view=hot-lines profile
has out 'messages .*libx\.so cannot be read'
cp libx.saved libx.so

# Where there is no build-id, the time tells.
planted pie 0x555500000000
rm -rf profile
recorded 0 ./pie
{ module pie 0x555500000000 -
  echo "time $(hexadecimal 10000000) main"
  sample pie 0x555500000000 main.c "$main" 10
} > list
put list
run 0 "$GASP" report --view=hot-lines profile
hasnt out 'has changed'
touch -d '1 hour' pie
run 0 "$GASP" report --view=hot-lines profile
has out 'messages .*pie has changed since'
has out " 10 +main\\.c:$main +main "

# libdw is not there.
mkdir none
: > none/libdw.so.1
run 0 env LD_LIBRARY_PATH="$PWD/none" "$GASP" report --view=hot-lines profile
has out 'messages .*install libdw'
has out ' 10 +pie'
