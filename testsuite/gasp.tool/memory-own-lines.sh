# What C++'s containers allocate has the program's own line, in all views: that of the
# call, where the system's headers are inlined there, and else that of the function.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
cat > prog.cpp <<'END'
#include <map>
#include <vector>
struct item { int key; };
std::map<int, item> *volatile kept_map;
std::vector<double> *volatile kept_vector;
std::vector<item> *volatile kept_items;
__attribute__ ((noinline)) static void
fill (int n)				/* FILL */
{
  kept_vector = new std::vector<double> (n);	/* VECTOR */
  kept_map = new std::map<int, item>;	/* MAP */
  kept_items = new std::vector<item>;
  for (int i = 0; i < n; i++)
    {
      (*kept_map)[i] = item { i };	/* NODE */
      kept_items->push_back (item { i });	/* ITEMS */
    }
}
int
main ()
{
  fill (1000);
}
END
line () { grep -n "/[*] $1 [*]/" prog.cpp | cut -d: -f1; }
fill=$(line FILL)

# look: no view has a place in a header.
look ()
{
  run 0 "$GASP" run -q --exact -o profile ./prog
  run 0 "$GASP" report --format=csv --view=leaks profile
  hasnt out '/c[+][+]/'
  run 0 "$GASP" report --view=leaks,allocations profile
  cat out
  hasnt out '/c[+][+]/|/usr/include'
  rm -r profile
}

for mode in -finstrument-gasp-functions=emitted --profile; do
  # With -g and without, inlined functions are known.
  for debug in -g -g0; do
    run 0 "$CXX" -O2 $debug $mode prog.cpp -o prog
    look
    has out "^ *7.84 KiB +2 +prog.cpp:$(line VECTOR) +"
    has out "^ *48 B +1 +prog.cpp:$(line MAP) +"
    # A node, which is made by a function that may not be inlined.
    has out "^ *39.1 KiB +1000 +prog.cpp:($(line NODE)|$fill) +"
    # The same for the vector's.
    has out "^ *4.00 KiB +1 +prog.cpp:($(line ITEMS)|$fill) +"
  done
  run 0 "$CXX" -O0 -g $mode prog.cpp -o prog
  look
  has out "^ *48 B +1 +prog.cpp:$(line MAP) +"
  has out "KiB +[0-9]+ +prog.cpp:$fill +malloc < (std::.* < )?fill < main"
done
