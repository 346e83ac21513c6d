# Boost's coroutines, also left while they are open: then their stack is unwound.
#
# SPDX-License-Identifier: Apache-2.0

not_emulated "this machine's Boost"
[ -e /usr/include/boost/context/continuation.hpp ] || unsupported 'no libboost-context-dev'
cat > prog.cc <<'END'
#include <boost/context/continuation.hpp>
#include <cstdio>
#include <vector>
namespace ctx = boost::context;
__attribute__ ((noipa)) static int leaf (int n) { return n + 1; }
struct generator
{
  int value = 0;
  ctx::continuation c;
  explicit generator (int n)
  {
    c = ctx::callcc ([this, n] (ctx::continuation &&sink)
      {
	for (int i = 0; i < n; i++)
	  {
	    value = leaf (i);
	    sink = sink.resume ();
	  }
	return std::move (sink);
      });
  }
  bool next () { if (c) c = c.resume (); return bool (c); }
};
int main ()
{
  long sum = 0;
  for (int round = 0; round < 3; round++)
    {
      std::vector<generator *> all;
      for (int i = 0; i < 300; i++)
	all.push_back (new generator (5 + i % 3));
      for (int step = 0; step < 4; step++)
	for (auto g : all)
	  {
	    sum += g->value;
	    g->next ();
	  }
      for (auto g : all)
	delete g;
    }
  std::printf ("%ld\n", sum);
}
END
for mode in source emitted; do
  run 0 "$CXX" --profile -finstrument-gasp-functions=$mode -O1 prog.cc -o prog -lboost_context
  run 0 ./prog
  has out '^9000$'
  checked ./prog
  has out '^9000$'
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog
  run 0 "$GASP" report --view=flat profile
  has out ' 4500 .* leaf( |$)'
done
