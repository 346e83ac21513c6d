/* A coroutine: a pair for each time it runs.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-std=c++20" } */
/* { dg-levels -O0 -O2 } */

#include <coroutine>
#include "test.h"

struct task
{
  struct promise_type
  {
    int value = 0;
    task get_return_object ()
    {
      return { std::coroutine_handle<promise_type>::from_promise (*this) };
    }
    std::suspend_always initial_suspend () { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    std::suspend_always yield_value (int v) { value = v; return {}; }
    void return_void () { }
    void unhandled_exception () { }
  };

  std::coroutine_handle<promise_type> handle;
  ~task () { handle.destroy (); }
};

static task
numbers (int n)
{
  for (int i = 0; i < n; i++)
    co_yield i;
}

int
main ()
{
  task t = numbers (3);
  int total = 0;

  for (t.handle.resume (); !t.handle.done (); t.handle.resume ())
    total += t.handle.promise ().value;
  return total - 3;
}
