# That main says that it returns keeps nothing alive: what its variables are
# given last is dead, and not warned about, as it would be without.
#
# SPDX-License-Identifier: Apache-2.0

cat > dead.c <<'END'
void use (int *);
int main (void) { int x = 3; use (&x); x = 4242; return 0; }
END
cat > scope.c <<'END'
int
main (void)
{
  char *p;
  {
    char letters[9];
    p = letters;
  }
  p[9] = 'c';
  return 0;
}
END
run 0 "$CC" -O2 -S dead.c
hasnt dead.s 4242
for mode in -finstrument-gasp -finstrument-gasp-functions \
    -finstrument-gasp-functions=emitted; do
  run 0 "$CC" -O2 $mode -S dead.c
  has dead.s __gasp_main_return
  hasnt dead.s 4242
done
$CC -O2 -fsanitize=address -Wall -c scope.c 2> wanted || unsupported "no sanitizer"
for mode in -finstrument-gasp -finstrument-gasp-functions \
    -finstrument-gasp-functions=emitted; do
  run 0 "$CC" -O2 -fsanitize=address -Wall $mode -c scope.c
  cmp err wanted || fail "$mode: other messages"
done
# Variables that live on are what they were given when handlers see them.
cat > global.c <<'END'
#include <stdlib.h>
int global;
static int *seen;
void handler (void) { if (global != 7 || *seen != 8) _Exit (1); }
int
main (void)
{
  static int kept;
  seen = &kept;
  atexit (handler);
  global = 7;
  kept = 8;
  return 0;
}
END
for options in '-O2 --profile' '-O2 --inst' '-O3 -flto --profile'; do
  run 0 "$CC" $options global.c -o global
  run 0 ./global
  run 0 under dump ./global
  has result 'COLLECTIVE_EXIT'
done
