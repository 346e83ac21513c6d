# A program that has been linked with the hooks of another libgasp than it runs
# with is measured by libgasp's own.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
case $("$CC" -dumpmachine) in
  x86_64-*) ;;
  *) unsupported "objects have hooks of their own on x86-64 only" ;;
esac
cat > prog.c <<'END'
#include <stdio.h>
#include <string.h>
__attribute__ ((noipa, aligned (64))) int f (int n) { return n + 1; }
/* Where the entry's stub jumps: to a hook near by, or through memory.  */
__attribute__ ((no_instrument_function)) static const char *
hook_of (const unsigned char *code)
{
  int distance;
  for (int i = 0; i < 16; i++)
    if (code[i] == 0xe8)
      {
	memcpy (&distance, code + i + 1, sizeof distance);
	const unsigned char *stub = code + i + 5 + distance;
	return stub[7] == 0xe9 ? "near" : stub[7] == 0xff ? "libgasp" : "none";
      }
  return "dormant";
}
int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += f (i);
  puts (hook_of ((const unsigned char *) f));
  return sum != 500500;
}
END
near=$SOURCE/libgasp/arch/x86-64/near
sed 's/near_format_[0-9]*/near_format_0/' "$BUILD/obj/libgasp/offsets.h" \
  > offsets.h
for part in start emitted-hooks; do
  run 0 "$CC" -I. -I"$near" -c "$near/x86-64-$part.S" -o $part.o
done
options='-O2 -finstrument-gasp-functions=emitted'
run 0 "$CC" $options prog.c -o same
run 0 "$CC" $options prog.c start.o emitted-hooks.o -o other
# Nor has one hooks of its own for functions of a kind that it has not.
for kind in emitted source; do
  run 0 "$CC" -O2 -finstrument-gasp-functions=$kind prog.c -o $kind
  nm $kind > $kind.names
  has $kind.names "gasp_near_$kind\$"
done
hasnt emitted.names 'gasp_near_source'
hasnt source.names 'gasp_near_emitted'
run 0 "$CC" -O2 -flto -finstrument-gasp-functions=source prog.c -o with-lto
nm with-lto > with-lto.names
has with-lto.names 'gasp_near_source$'
echo 'int g (int n) { return n + 2; }' > g.c
run 0 "$CC" -O2 -finstrument-gasp-functions=source -c g.c
run 0 "$CC" $options prog.c g.o -o both
# A library's are not the program's.
run 0 "$CC" $options -fPIC -shared g.c -o libg.so
run 0 "$CC" $options prog.c ./libg.so -Wl,--no-as-needed -o with-library
# One that is linked with the library alone has none.
run 0 "$CC" $options -c prog.c
run 0 gcc prog.o "$BUILD/lib/libgasp.so.1" -Wl,-rpath,"$BUILD/lib" -o without
for program in same:near other:libgasp both:near source:near \
	       with-library:near without:libgasp; do
  profile 0 ./${program%:*}
  has out "^${program#*:}\$"
  calls 1000 'int f(int)'
done
