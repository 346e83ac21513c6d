# In emitted mode, what a C++ library's templates do for types and functions of the
# program is the program's, except where it is little; the rest is the library's.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.C <<'END_OF_SOURCE'
#include <algorithm>
#include <memory>
#include <thread>
#include <vector>
struct part { int number; double size; };
struct by_size
{
  bool operator() (const part &a, const part &b) const { return a.size < b.size; }
};
int
main ()
{
  std::vector<int> numbers;
  for (int i = 0; i < 3000; i++)
    numbers.push_back (i ^ 5);
  std::sort (numbers.begin (), numbers.end ());
  std::vector<part> parts;
  for (int i = 0; i < 3000; i++)
    parts.push_back ({i, double (i * 7919 % 10007)});
  std::thread crew ([&] { std::sort (parts.begin (), parts.end (), by_size ()); });
  crew.join ();
  auto shared = std::make_shared<part> (parts[0]);
  return shared->number + numbers[0] != 0;
}
END_OF_SOURCE

# report OPTION...: compiled, run, and its functions in out.
report ()
{
  run 0 "$CXX" -pthread "$@" a.C -o prog
  rm -rf record
  run 0 "$GASP" run -q --exact -o record ./prog
  run 0 "$GASP" report record --view=flat --format=csv
}
for level in -O0 -O2; do
  report $level -finstrument-gasp-functions=emitted
  has out '__introsort_loop<.*part'
  # What is called once or twice is inlined by newer GCCs.
  if [ $level = -O0 ]; then
    has out '__(unguarded_linear_insert|insertion_sort)<.*part'
    has out 'vector<part>::_M_realloc_|vector<part.*_M_realloc_'
  fi
  # Nobody's types; and all that only passes arguments on.
  hasnt out '__introsort_loop<[^"]*int ?\*'
  hasnt out 'std::(forward|move|addressof)<'
  hasnt out '__(normal_iterator|ops)[^"]*::(begin|base|operator\*)'
done
# The lambda is called from the thread's own, into which it is inlined.
has out '_M_run|main\(\)::.*operator'

# Filters say otherwise; so does source mode, where all would be.
report -O0 -finstrument-gasp-functions=emitted '-finstrument-gasp-exclude-functions=std::*'
hasnt out '__introsort_loop'
has out 'by_size::operator'
report -O0 -finstrument-gasp-functions=emitted '-finstrument-gasp-include-functions=*'
has out 'std::vector<int>::size'
has out '__introsort_loop<[^"]*int ?\*'
report -O1 --profile
hasnt out '__introsort_loop'

# Why a function is not there.
run 0 "$CXX" -O0 -finstrument-gasp-functions=emitted -finstrument-gasp-verbose -c a.C
has err 'it is small, of a template in a system header'
