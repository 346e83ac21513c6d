// halves.cc - what C++ does for sort.upc.
//
// SPDX-License-Identifier: Apache-2.0
//
// UPC is C: it calls functions that are extern "C", and no exception may pass
// through it.

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace
{
// Returns the N smallest, or largest, of both; both are sorted.
std::vector<long>
half (const std::vector<long> &a, const std::vector<long> &b, bool larger)
{
  if (!std::is_sorted (b.begin (), b.end ()))
    throw std::invalid_argument ("not sorted");
  std::vector<long> all (a.size () + b.size ());
  std::merge (a.begin (), a.end (), b.begin (), b.end (), all.begin ());
  auto first = larger ? all.begin () + b.size () : all.begin ();
  return { first, first + a.size () };
}
}

extern "C" void
sort_own (long *own, size_t n)
{
  std::sort (own, own + n);
}

extern "C" int
keep_half (long *own, const long *theirs, size_t n, int larger)
try
  {
    auto kept = half ({ own, own + n }, { theirs, theirs + n }, larger);
    std::copy (kept.begin (), kept.end (), own);
    return 0;
  }
catch (const std::exception &)
  {
    return 1;
  }
