# Source mode: inlined functions are in the profile, with exact counts.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > a.cc <<'END'
#include <algorithm>
#include <vector>
struct item { int key; bool operator< (const item &o) const { return key < o.key; } };
static inline int half (int n) { return n / 2; }
int main ()
{
  int total = 0;
  for (int i = 0; i < 1000; i++)
    total += half (i);
  std::vector<item> v;
  for (int i = 0; i < 100; i++)
    v.push_back ({ (i * 37) % 101 });
  std::sort (v.begin (), v.end ());
  return total != 249500;
}
END
run 0 "$CXX" -O2 --profile a.cc -o prog
profile 0 ./prog
calls 1000 'int half(int)'
[ "$(figure calls 'bool item::operator<(const item&) const')" -gt 100 ] || fail "operator<"
