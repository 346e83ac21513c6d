# gasp run on programs that cannot be measured says so and what to do.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cp /bin/true plain
run 0 "$GASP" run -o p1 ./plain
has err 'not instrumented.*gaspcc'
example -static
run 3 "$GASP" run -o p2 ./prog
has out '^output$'
has err 'static.*(tool|link)'
run 127 "$GASP" run -o p3 ./missing
has err 'missing'
run 127 "$GASP" run -o p4 no-such-program-anywhere
has err 'no-such-program-anywhere'
run 126 "$GASP" run -o p5 ./
echo 'exit 4' > script
run 126 "$GASP" run -o p6 ./script
run - "$GASP" run
has err 'PROGRAM|program'
if [ "$(id -u)" = 0 ]; then
  example
  # Of another group, not another user: who may not be let into the build tree.
  chgrp 1 prog && chmod g+s prog
  run 3 "$GASP" run -o p7 ./prog
  has err 'setgid'
fi
# Programs of musl, which can load nothing that needs glibc, run without the tool, also
# below a shell.
if command -v musl-gcc > /dev/null; then
  echo 'int main (void) { return 5; }' > musl.c
  musl-gcc -o musl musl.c
  run 5 "$GASP" run -o p8 ./musl
  has err 'linked with musl'
  run 0 "$GASP" run -q -o p9 sh -c './musl; [ $? = 5 ] && exec ./plain'
  "$GASP" report p9 > out
  has out 'program +\./plain'
fi
