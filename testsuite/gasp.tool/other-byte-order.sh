# Records of a machine of the other byte order, of another version of the
# format, and with a header that cannot be: each is named and told why, and what
# to do; the others of the directory are reported.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog
cp -r profile original
record=$(cd profile && echo *.gasp)
cat > change.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "record.h"
/* change FILE swap|version N|FIELD-OFFSET N  */
int main (int argc, char **argv)
{
  struct gasp_record_header h;
  FILE *f = fopen (argv[1], "r+b");
  uint32_t *words = (uint32_t *) &h, n = argc > 3 ? strtoul (argv[3], 0, 0) : 0;
  size_t i;
  if (!f || fread (&h, sizeof h, 1, f) != 1)
    return 1;
  if (!strcmp (argv[2], "swap"))
    for (i = 2; i < sizeof h / 4; i++)
      words[i] = __builtin_bswap32 (words[i]);
  else if (!strcmp (argv[2], "version"))
    h.version = n;
  else if (!strcmp (argv[2], "magic"))
    h.magic[n] ^= 0x20;
  else if (!strcmp (argv[2], "order"))
    h.byte_order = n;
  else if (!strcmp (argv[2], "size"))
    h.header_size = n;
  else if (!strcmp (argv[2], "segment"))
    h.segment_size = n;
  else if (!strcmp (argv[2], "counters"))
    h.counters = n;
  else
    return 1;
  rewind (f);
  return fwrite (&h, sizeof h, 1, f) != 1 || fclose (f);
}
EOF
run 0 gcc -I"$SOURCE/shared" change.c -o change

# refused REGEXP WORD...: after a change, a message and no report of that file;
# beside a good one, that is reported.
refused ()
{
  regexp=$1
  shift
  rm -rf one two
  cp -r original one
  ./change "one/$record" "$@" || fail "cannot change: $*"
  cp -r one two
  cp "original/$record" two/good.gasp
  for format in text json csv html; do
    run 1 "$GASP" report -f $format -o report one
    has err "$record.*$regexp"
    run 0 "$GASP" report -f $format -o report two
    has err "$record.*$regexp"
  done
  has report leaf
}

refused 'other byte order; report it there' swap
refused 'has format version 0, .* reads version [0-9]' version 0
refused 'has format version 4294967295, .* reads version [0-9]' version 0xffffffff
refused 'is not a record of the sample tool' magic 0
refused 'is not a record of the sample tool' magic 7
refused 'damaged header' order 0
refused 'damaged header' order 0x01020305
for size in 0 1 0xffffffff; do
  refused 'damaged header' size $size
  refused 'damaged header' segment $size
done
refused 'damaged header' counters 33
refused 'damaged header' counters 0xffffffff

# Of several such, one message.
rm -rf two
cp -r original two
./change "two/$record" version 1
for n in 1 2 3; do
  cp "two/$record" "two/$n.gasp"
done
run 1 "$GASP" report two
count 1 err 'has format version 1,'
has err '^gasp: the same holds for 3 other records$'
