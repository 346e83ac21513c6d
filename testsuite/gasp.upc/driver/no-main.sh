# A program without main, or whose main is C's, is told so.
#
# SPDX-License-Identifier: Apache-2.0

echo 'shared int a; int f (void) { return a; }' > a.upc
run 1 "$UPCC" a.upc -o a
has err 'UPC: the program has no main'
echo 'int main (void) { return 0; }' > b.c
run 0 $STOCK -c b.c
run 1 "$UPCC" a.upc b.o -o a
has err 'UPC: the program has no main, or none that is compiled as UPC'

# linker NAME: one that is installed, and reads the script with what is said here.
linker () { command -v ld."$1" > /dev/null; }
for linker in bfd gold lld; do
  linker $linker || continue
  run 1 "$UPCC" -fuse-ld=$linker a.upc -o a
  has err 'UPC: the program has no main, or none that is compiled as UPC'
done

echo 'int f (void); int main (void) { return f (); }' > c.upc
for options in '' -static -Wl,--gc-sections -flto \
  $(linker lld && echo -fuse-ld=lld); do
  run 0 "$UPCC" $options a.upc c.upc -o a
  hasnt err main
  run 0 ./a -n 2
done
