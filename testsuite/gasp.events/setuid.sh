# A program with the rights of its file's owner takes neither tools nor settings
# from who starts it.
#
# SPDX-License-Identifier: Apache-2.0

[ "$(id -u)" = 0 ] || unsupported "not root"
need setpriv
id nobody > /dev/null 2>&1 && id daemon > /dev/null 2>&1 || unsupported "no other users"
cat > prog.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int leaf (int n) { free (malloc (n)); return n + 1; }
int main (void)
{
  setvbuf (stdout, NULL, _IONBF, 0);
  printf ("%d %d\n", getuid () != geteuid (), leaf (6));
  return 3;
}
EOF
mkdir open
chmod 755 . "$PWD/.."
chmod 777 open
as="setpriv --reuid=nobody --regid=nogroup --clear-groups"
for options in '' -static --tool=papi; do
  for mode in source emitted; do
    run 0 "$CC" $options --profile -finstrument-gasp-functions=$mode prog.c -o prog
    # The owner is no one who could write here.
    chown daemon prog
    chmod 4755 prog
    $as ./prog > plain 2> err || [ $? = 3 ] || unsupported "no other user may run it here"
    grep -q '^1 7$' plain || unsupported "the file system ignores the set-user-id bit"
    run 3 $as env GASP_OUTPUT="$PWD/open/records" GASP_VERBOSE=1 GASP_CLOCK=sundial \
      LD_PRELOAD="$TOOLS/check.so" GASP_TEST_RESULT="$PWD/open/result" ./prog
    has out '^1 7$'
    hasnt err 'sundial'
    [ -z "$(ls open)" ] || fail "it writes where it was told to: $(ls open)"
  done
done
