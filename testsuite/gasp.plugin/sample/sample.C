/* sample.C - C++ of many kinds, to be compiled, not run.

   SPDX-License-Identifier: Apache-2.0  */

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{
  struct shape
  {
    virtual ~shape () = default;
    virtual double area () const = 0;
  };

  struct square : shape
  {
    double side;
    explicit square (double s) : side (s) { if (s < 0) throw std::range_error ("side"); }
    double area () const override { return side * side; }
  };

  template <typename T> T
  sum (const std::vector<T> &v)
  {
    T total {};
#pragma pupc off
    for (const T &x : v)
      total += x;
    return total;
  }

  std::map<std::string, std::unique_ptr<shape>> shapes;
}

int
main (int argc, char **argv)
{
  std::vector<double> areas;
  try
    {
      for (int i = 1; i < argc; i++)
	shapes[argv[i]] = std::make_unique<square> (i - 2);
    }
  catch (const std::exception &e)
    {
      return 1;
    }
  for (const auto &entry : shapes)
    areas.push_back (entry.second->area ());
  std::sort (areas.begin (), areas.end (), [] (double a, double b) { return a > b; });
  return sum (areas) > 10;
}
