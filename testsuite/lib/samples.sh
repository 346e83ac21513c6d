# samples.sh - what tests of sampled lines share: samples that are known, as they
# are put into a record (tools/put-samples.c).
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "code is read by this machine's libraries"
need objdump
cat > try.c <<'END'
#include <dlfcn.h>
int main (void) { return !dlopen ("libdw.so.1", RTLD_NOW); }
END
run 0 "$STOCK" try.c -o try -ldl
./try || unsupported "no libdw.so.1"
run 0 "$STOCK" -I"$SOURCE/shared" "$HERE/../tools/put-samples.c" -o put-samples

# address FILE LINE CODE: the first address of a line, in the file of code.  Of
# several lines of an address, the last is meant.
address ()
{
  objdump --dwarf=decodedline "$3" | awk -v file="$1" -v line="$2" '
    $3 !~ /^0x/ { next }
    wanted && $3 != at { print at; exit }
    { at = $3; wanted = $1 == file && $2 == line }'
}

# line_of TEXT FILE: where it is.
line_of ()
{
  awk -v text="$1" 'index ($0, text) { print NR; exit }' "$2"
}

# hexadecimal EXPRESSION.
hexadecimal ()
{
  printf '%x' $(($1))
}

build_id ()
{
  LC_ALL=C readelf -n "$1" | sed -n 's/.*Build ID: //p'
}

# module CODE BIAS [BUILD-ID]: print that it was loaded there.
module ()
{
  id=${3-$(build_id "$1")}
  echo "module $(hexadecimal "$2") $(hexadecimal "$2 + 0x1000000")" \
    "$(hexadecimal "$2") ${id:--} $(readlink -f "$1")"
}

# sample CODE BIAS FILE LINE COUNT [FUNCTION]: print that a line had COUNT samples.
sample ()
{
  at=$(address "$3" "$4" "$1")
  [ -n "$at" ] || fail "$1 has no code of $3:$4" >&2
  echo "sample $(hexadecimal "$2 + $at") $(hexadecimal "$5") ${6:--}"
}

# put LIST: into the only record of the directory profile; a sample stands for a
# millisecond.
put ()
{
  { echo "event perf::CPU-CLOCK f4240"; cat "$1"; } > list.all
  run 0 ./put-samples profile/*.gasp list.all
}
