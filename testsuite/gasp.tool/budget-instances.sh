# What instances of a template allocate at one line is each one's own, also where
# the most frequent of them are switched off.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.C <<'END'
#include <cstdlib>

struct large { char bytes[4096]; };
struct small { char bytes[8]; };

static void *volatile sink;

template <class T> __attribute__ ((noipa)) void
use ()
{
  sink = std::malloc (sizeof (T));
  std::free (sink);
}

__attribute__ ((noipa)) static void
work (int i)
{
  use<char> ();
  if (i % 4 == 0)
    use<small> ();
  if (i % 1000 == 0)
    use<large> ();
}

int
main ()
{
  for (int i = 0; i < 4000000; i++)
    work (i);
  return 0;
}
END
run 0 "$CXX" -w -O1 --profile prog.C -o prog
profile 0 --budget=1% ./prog
run 0 "$GASP" report --format=csv --view=allocations --limit=0 profile
tr -d '"' < out | awk -F, '
  $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
  $1 == "allocations" { bytes[$at["name"]] += $at["bytes"] }
  END { printf "%d %d\n", bytes["use<large>"] / 163840, bytes["use<char>"] / 40000 }' \
  > parts
read -r large char < parts
# Each in percent of what it is.  Of the small ones, some may count as the others'.
[ "$large" -ge 70 ] && [ "$large" -le 130 ] || fail "use<large> has $large %"
[ "$char" -ge 70 ] || fail "use<char> has $char %"
