# Who called whom: counts, and times that add up in recursions; one function's
# callers and callees.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'EOT'
#include <stdlib.h>
#define KEEP __attribute__ ((noipa))
KEEP int leaf (int n) { return n + 1; }
KEEP int odd (int n);
KEEP int even (int n) { return n ? odd (n - 1) : leaf (1); }
KEEP int odd (int n) { return n ? even (n - 1) : leaf (0); }
KEEP int down (int n) { return n ? down (n - 1) : leaf (2); }
KEEP int many (int n) { int s = 0; while (n--) s += leaf (n) & 1; return s; }
int main (void)
{
  free (malloc (7));
  return even (10) + down (5) + many (100) < 0;
}
EOT
run 0 "$CC" -g -O1 --profile prog.c -o prog
recorded 0 ./prog
run 0 "$GASP" report --format=csv --view=callers,flat profile
# edge CALLEE CALLER CALLS: the field TOTAL of it is then in the file total.
edge ()
{
  awk -F, -v callee="\"$1\"" -v caller="\"$2\"" -v calls="$3" '
    $1 == "\"callers\"" && $2 == callee && $5 == caller {
      print $3 > "total"
      found = $6 == calls
    }
    END { exit !found }' out || { cat out; fail "$1 by $2: not $3 calls"; }
}
edge leaf many 100
edge leaf even 1
edge leaf down 1
edge even main 1
edge even odd 5
[ "$(cat total)" = 0 ] || fail "time of a recursion counted twice"
edge odd even 5
edge down down 5
[ "$(cat total)" = 0 ] || fail "time of a recursion counted twice"
edge down main 1
edge malloc main 1
# The times of the edges to a function add up to its total.
awk -F, '$1 == "\"callers\"" { sum[$2] += $3 }
  $1 == "\"flat\"" { gsub (/"[^"]*"/, "&"); n = split ($0, f, /,/); flat[n] = 1
    if ($0 ~ /"even"/) even = f[4]; if ($0 ~ /"leaf"/) leaf = f[4] }
  function off(a, b) { return a - b > 12 || b - a > 12 }
  END { if (off(sum["\"even\""], even) || off(sum["\"leaf\""], leaf)) {
	  print sum["\"even\""], even, sum["\"leaf\""], leaf; exit 1 } }' out \
  || { cat out; fail "the parts are not the whole"; }
run 0 "$GASP" report --function=odd profile
has out 'Callers of odd'
has out 'Callees of odd'
has out '^odd .* even +5 '
has out '^odd .* even +5 '
hasnt out 'down|many'
# By a pattern, and by a signature.
run 0 "$GASP" report --function='o*d' --view=callees --format=csv profile
has out '^"callees","odd",'
run 0 "$GASP" report --function='int many(int)' --format=json profile
has out '"callers": \['
has out '"name": "leaf"'
hasnt out 'down'
run 1 "$GASP" report --function=od profile
has err "did you mean 'odd'"
run 2 "$GASP" report --view=caler profile
has err "did you mean 'caller"
run 2 "$GASP" report --sort=totl profile
has err "did you mean 'total'"
run 2 "$GASP" report --format=jsn profile
has err "did you mean 'json'"

# A function of a class is found by its own name, unless another one is just called so.
cat > names.cc <<'EOT'
namespace shop {
struct Till { int add (int n); };
__attribute__ ((noipa)) int Till::add (int n) { return n + 1; }
__attribute__ ((noipa)) int close (int n) { return n - 1; }
}
__attribute__ ((noipa)) int close (int n) { return n; }
int main () { shop::Till till; return till.add (close (shop::close (1))) - 1; }
EOT
run 0 "$CXX" -g -O1 --profile names.cc -o prog
recorded 0 ./prog
run 0 "$GASP" report --function=add profile
has out '^shop::Till::add +.* main '
run 0 "$GASP" report --function=close profile
has out '^close +.* main '
hasnt out '^shop::close '
run 1 "$GASP" report --function=ose profile
