# An allocator that is itself instrumented, and allocates by others: what it calls
# is called by the event, and each block counts once.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > own.h <<'END'
struct plain { long members[3]; };
struct rare { char member; };
END
cat > own.cc <<'END'
#include <cstdlib>
#include <new>
#include "own.h"
__attribute__ ((noipa)) static void rarely () { }
void *
operator new (std::size_t size)
{
  if (size == sizeof (rare))
    rarely ();
  return std::malloc (size);		/* MALLOC */
}
void operator delete (void *p) noexcept
{
  std::free (p);
}
void operator delete (void *p, std::size_t) noexcept
{
  std::free (p);
}
END
cat > main.cc <<'END'
#include "own.h"
plain *volatile sink;
rare *volatile kept;
int main ()
{
  for (int i = 0; i < 5000; i++)
    {
      sink = new plain;
      delete sink;			/* DELETE */
    }
  kept = new rare;
  return 0;
}
END
run 0 "$CXX" -O1 -g --profile main.cc own.cc -o own
profile 0 ./own
calls 5001 'void* operator new(std::size_t)'
run 0 "$GASP" report --view=memory profile
has out '1 B in 1 block not freed'
hasnt out 'again|twice|unknown|not seen'
run 0 "$GASP" report --format=csv --view=memory profile

# allocations FILE MARK EVENT CALLS BYTES: at the place of MARK.
allocations ()
{
  where=$1:$(grep -n "/\* $2 \*/" $1 | cut -d: -f1)
  got=$(awk -F, -v event="\"$3\"" -v where="\"$where\"" '
    $1 == (event == "\"free\"" ? "\"deallocations\"" : "\"allocations\"") \
    && $5 == event && $6 == where {
      print $3, $2 }' out)
  [ "$got" = "$4 $5" ] || fail "$2: $got, and not $4 $5"
}
# The inner allocation has the bytes, and the outer free.
allocations own.cc MALLOC malloc 5001 120001
allocations main.cc DELETE free 5000 120000

# What operators call is called by their events.
run 0 "$GASP" report --view=tree --limit=0 profile
grep -A 3 'malloc  main\.cc' out > within || :
has within 'operator new.*own\.cc'
