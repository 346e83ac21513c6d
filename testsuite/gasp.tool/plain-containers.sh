# In a program of C++ without instrumentation, what out-of-line functions of the library's
# containers allocate is that of the function that uses these, with its line: optimised or
# not; also that of a function that is called by std::function.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
[ "$(uname -m)" = x86_64 ] || unsupported "callers are found on x86-64 only"
cat > prog.C <<'END'
#include <functional>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
#define OUT __attribute__ ((noinline))
struct item { std::string name; int number; };
static OUT void fill (std::vector<item> &v, const std::string &s, int n)
{
  v.push_back ({ s, n });		/* FILL */
}
static OUT void enter (std::map<std::string, int> &m, const std::string &s)
{
  m[s]++;				/* ENTER */
}
static OUT void note (std::unordered_map<std::string, item> &m, const std::string &s)
{
  m[s].number++;			/* NOTE */
}
static OUT void chain (std::list<std::string> &l, const std::string &s)
{
  l.push_back (s);			/* CHAIN */
}
static OUT std::string join (const std::string &a, const std::string &b)
{
  return a + ", and what is long, " + b; /* JOIN */
}
static OUT void *keep (int n)
{
  char *kept = new char[n];		/* KEEP */
  *kept = n;
  return kept;
}
int main ()
{
  std::vector<item> v;
  std::map<std::string, int> m;
  std::unordered_map<std::string, item> u;
  std::list<std::string> l;
  std::function<void (int)> f = [&] (int n) { delete[] (char *) keep (n); };
  std::string s = "a name that does not fit into the string itself";
  for (int i = 0; i < 1000; i++)
    {
      s[i % 9] = 'A' + i % 25;
      fill (v, s, i);
      enter (m, s);
      note (u, s);
      chain (l, s);
      s[10] = join (s, s)[12];
      f (100);
    }
}
END
lines () { grep -n "/\* $1 \*/" prog.C | cut -d: -f1; }
for optimised in 0 2; do
  rm -rf profile
  run 0 "$STOCKXX" -g -O$optimised prog.C -o prog
  profile 0 --memory=exact ./prog
  table allocations profile memory
  # Vectors grow; of maps there is a node, with its string, for each different one.
  least "-O$optimised, fill" "$(field name fill calls | sum)" 1010
  same "-O$optimised, enter" "$(field location prog.C:$(lines ENTER) calls | sum)" 466
  least "-O$optimised, note" "$(field location prog.C:$(lines NOTE) calls | sum)" 467
  same "-O$optimised, chain" "$(field location prog.C:$(lines CHAIN) calls | sum)" 2000
  least "-O$optimised, join" "$(field name join calls | sum)" 2000
  same "-O$optimised, keep" "$(field location prog.C:$(lines KEEP) calls | sum)" 1000
  # What has only time is known by samples.
  tr -d '"' < table.csv \
    | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
	       NR > 1 && $at["calls"] && /\/c\+\+\// { print; bad = 1 } END { exit bad }' \
    || fail "-O$optimised: in the library"
done
