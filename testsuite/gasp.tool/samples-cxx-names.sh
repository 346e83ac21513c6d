# Functions that the compiler and demanglers write differently have their time and their
# calls in one row: coroutines, lambdas, and those of unnamed namespaces and templates.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
need python3
. "$HERE/../lib/table.sh"
not_emulated "samples"
cat > prog.cc <<'END'
#include <coroutine>
#include <vector>
static volatile unsigned long x;
static void spend () { for (int i = 0; i < 50; i++) x = x + i; }

struct task {
  struct promise_type {
    task get_return_object ()
    { return { std::coroutine_handle<promise_type>::from_promise (*this) }; }
    std::suspend_always initial_suspend () noexcept { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    void return_void () {}
    void unhandled_exception () {}
  };
  std::coroutine_handle<promise_type> handle;
};
static task
resumed ()
{
  for (;;)
    {
      spend ();
      co_await std::suspend_always {};
    }
}
namespace {
  [[gnu::noinline]] void unnamed (std::vector<int> &) { spend (); }
}
template <class T> [[gnu::noinline]] void many (std::vector<T> &) { spend (); }
int
main ()
{
  std::vector<int> v;
  std::vector<char> w;
  auto lambda = [] (std::vector<int> &) __attribute__ ((noinline)) { spend (); };
  task t = resumed ();
  for (int i = 0; i < 500000; i++)
    {
      t.handle.resume ();
      unnamed (v);
      many (v);
      many (w);
      lambda (v);
    }
  t.handle.destroy ();
}
END
run 0 "$CC" -x c++ -std=c++20 -finstrument-gasp-functions=emitted -g -O2 prog.cc -o prog -lstdc++
run 0 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=json --limit=0 --output=profile.json profile
# One row each, with its calls and some of the time, of which it has a fifth.
run 0 python3 - <<'END'
import json
rows = json.load (open ("profile.json"))["flat"]
whole = sum (row["running"] for row in rows)
for name in "resumed", "unnamed", "lambda", "many<int>", "many<char>":
    found = [row for row in rows if name in row["name"] and row["running"] > 0]
    assert len (found) == 1 and found[0]["calls"] > 0, (name, found)
    assert found[0]["running"] > 0.02 * whole, (whole, found)
END
