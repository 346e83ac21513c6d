/* Exceptions, threads and containers together, thousands of times.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-pthread" } */

#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct node
{
  std::map<std::string, std::unique_ptr<node>> children;
  int value = 0;

  int sum () const
  {
    int total = value;
    for (auto &c : children)
      total += c.second->sum ();
    return total;
  }
};

static int
build (node &n, int depth, int &thrown)
{
  int total = 0;
  for (int i = 0; i < 3; i++)
    try
      {
	if (depth == 0)
	  throw std::runtime_error ("leaf " + std::to_string (i));
	auto child = std::make_unique<node> ();
	child->value = i;
	total += i + build (*child, depth - 1, thrown);
	n.children["child " + std::to_string (i)] = std::move (child);
      }
    catch (const std::exception &e)
      {
	thrown += e.what ()[5] - '0';
      }
  return total;
}

int
main ()
{
  std::vector<std::thread> threads;
  int bad[4] = { 0 };
  for (int t = 0; t < 4; t++)
    threads.emplace_back ([t, &bad] {
      node root;
      int thrown = 0;
      int total = build (root, 5, thrown);
      std::function<int ()> f = [&] { return root.sum (); };
      bad[t] = total != f () || thrown != 243 * 3;
    });
  for (auto &t : threads)
    t.join ();
  return bad[0] + bad[1] + bad[2] + bad[3];
}
