/* inlines.cc - layers of tiny functions that are inlined, as C++ has them.

   SPDX-License-Identifier: Apache-2.0  */

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace
{
template <typename T> struct box
{
  T value;
  const T &get () const { return value; }
  box operator+ (const box &other) const { return { get () + other.get () }; }
  bool operator< (const box &other) const { return get () < other.get (); }
};

template <typename T> struct range
{
  const std::vector<box<T>> &boxes;
  auto begin () const { return boxes.begin (); }
  auto end () const { return boxes.end (); }
};

template <typename T> box<T>
sum (const range<T> &r)
{
  return std::accumulate (r.begin (), r.end (), box<T> { 0 });
}
}

int
main ()
{
  unsigned long all = 0;
  unsigned x = 1;
  for (int round = 0; round < 12; round++)
    {
      std::vector<box<unsigned>> boxes;
      std::map<std::string, unsigned> words;
      for (int i = 0; i < 40000; i++)
	{
	  x = x * 1664525u + 1013904223u;
	  boxes.push_back ({ x });
	  words[std::to_string (x % 5000)]++;
	}
      std::sort (boxes.begin (), boxes.end ());
      all += sum (range<unsigned> { boxes }).get () + boxes[7].get ();
      for (const auto &word : words)
	all += word.second * word.first.size ();
    }
  std::printf ("%lu\n", all);
}
