# What functions are called: without parameters; with them, where others have the
# name; with their files, where these have the parameters, too.  The same in all
# tables, paths, pages and timelines; with the signature in JSON and CSV.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"

cat > one.cc <<'END'
#include <stdlib.h>
void *volatile kept;
namespace math {
  int add (int a, int b) { return a + b; }
  double add (double a, double b) { kept = malloc (8); return a + b; }
  template <class T> T twice (T t) { return t + t; }
  template <class T> struct box {
    T value;
    explicit box (T t) : value (t) {}
    operator T () const { return value; }
    bool operator> (const box &other) const { return value > other.value; }
    int operator() (int by) { return value * by; }
    T get () { return value; }
    T get () const { return value; }
  };
}
static int helper (int i) { kept = malloc (16); return i; }
static int alone (int i) { return i; }
void (*choose (int i)) (int) { return i ? (void (*) (int)) 0 : 0; }
extern int other (int);
int
main ()
{
  math::add (1, 2);
  math::add (1., 2.);
  math::twice (1);
  math::twice (1.5);
  math::box<int> box (1);
  const math::box<int> fixed (2);
  int i = box;
  i += box > fixed;
  i += box (2) + box.get () + fixed.get ();
  choose (0);
  auto lambda = [] (int x) { return x; };
  return helper (0) + alone (0) + other (0) + lambda (0);
}
END
cat > two.cc <<'END'
#include <stdlib.h>
extern void *volatile kept;
static int helper (int i) { kept = malloc (32); return i; }
int other (int i) { return helper (i); }
END
run 0 "$CXX" -g -O0 --profile one.cc two.cc -o prog
run 0 "$GASP" run -q --trace -o profile ./prog

cat > wanted <<'END'
alone	int alone(int)
choose	void (* choose(int))(int)
helper (one.cc)	int helper(int)
helper (two.cc)	int helper(int)
main	int main()
main()::<lambda(int)>	main()::<lambda(int)>
math::add(double, double)	double math::add(double, double)
math::add(int, int)	int math::add(int, int)
math::box<int>::box	math::box<int>::box(int)
math::box<int>::get()	int math::box<int>::get()
math::box<int>::get() const	int math::box<int>::get() const
math::box<int>::operator int	math::box<int>::operator int() const
math::box<int>::operator()	int math::box<int>::operator()(int)
math::box<int>::operator>	bool math::box<int>::operator>(const math::box<int>&) const
math::twice<double>	double math::twice<double>(double)
math::twice<int>	int math::twice<int>(int)
other	int other(int)
END
sort -o wanted wanted

# names FIELDS: of the rows of functions in the CSV on standard input, in which
# commas are those between fields, or followed by a blank.
names ()
{
  sed 's/, /\a/g; s/"//g' | awk -F, -v OFS='\t' '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    !("kind" in at) || $at["kind"] == "function" {
      print $at["name"], $at["function"]
    }' | sed 's/\a/, /g' | sort -u
}
for view in flat tree; do
  "$GASP" report -f csv --view=$view profile > csv
  # The first of its tables.
  awk '/^"table"/ { n++ } n == 1' csv | names > got
  diff wanted got || fail "CSV of $view"
done

# JSON has both.
"$GASP" report -f json --view=flat profile > report.json
valid_json report.json
has report.json '"function": "int helper\(int\)", "name": "helper \(one.cc\)"'

# What is to be read has the name alone, on a wide terminal, too.
run 0 env COLUMNS=300 "$GASP" report --limit=0 profile
while IFS='	' read -r name signature; do
  grep -Fq -- " $name  " out || fail "the flat profile has no $name"
  [ "$name" = "$signature" ] || ! grep -Fq -- "$signature" out \
    || fail "there is $signature"
done < wanted
# Call tree, allocations, and paths of what was not freed.
has out '[-─]helper \(two.cc\)  '
has out 'malloc +two.cc:3 +helper \(two.cc\)$'
has out 'malloc < helper \(one.cc\) < main *$'
has out 'malloc < math::add\(double, double\) < main *$'
# The page: tables and flame graph.
run 0 "$GASP" report -f html -o page.html profile
has page.html '\["helper \(two.cc\)","[^"]*two.cc",3,"function","int helper\(int\)"\]'
has page.html '"int helper\(int\)","helper \(one.cc\)","'
# Timelines.
run 0 "$GASP" trace -o trace.pb profile
gcc "$SOURCE/testsuite/tools/protobuf.c" -o protobuf
run 0 ./protobuf 1 12 2 2 - trace.pb
has out '^helper \(two.cc\)$'
has out '^math::add\(int, int\)$'
has out '^alone$'
