# memcheck and helgrind find nothing in C++, with exceptions in threads, and in
# UPC, dormant and active.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 400

not_emulated "valgrind is for programs of this machine"
need valgrind
cat > prog.C <<'END'
#include <thread>
#include <vector>
#include <string>
#include <map>
#include <stdexcept>
static int leaf (int n) { std::string s (n % 50 + 20, 'x'); if (n % 7 == 0) throw std::runtime_error (s); return s.size (); }
static int caught (int n) { try { return leaf (n); } catch (const std::exception &e) { return 1; } }
static void body (long *sum) { std::map<int, std::vector<int>> m; for (int i = 0; i < 40; i++) m[i % 5].push_back (caught (i)); for (auto &p : m) for (int v : p.second) *sum += v; }
int main () { long sum[3] = {}; std::vector<std::thread> t; for (long &s : sum) t.emplace_back (body, &s); for (auto &u : t) u.join (); return sum[0] != sum[1] || sum[1] != sum[2]; }
END
cat > prog.upc <<'END'
#include <upc.h>
shared int a[4 * THREADS];
upc_lock_t *lock;
int main (void)
{
  int i, sum = 0;
  lock = upc_all_lock_alloc ();
  upc_forall (i = 0; i < 4 * THREADS; i++; &a[i]) a[i] = i;
  upc_barrier;
  for (i = 0; i < 4 * THREADS; i++) sum += a[i];
  upc_barrier; upc_lock (lock); a[0] += 1; upc_unlock (lock);
  upc_barrier;
  return sum != 28 || a[0] != 2;
}
END
# helgrind does not know locks and lists that are made of atomic operations: of
# libgasp, be it the part of it that is in the program, and of libgcc, which it
# finds in a program without any instrumentation.
cat > helgrind.supp <<'END'
{
   libgasp
   Helgrind:Race
   obj:*/libgasp*.so*
}
{
   libgasp, in a function of strings
   Helgrind:Race
   obj:*/vgpreload_helgrind*
   obj:*/libgasp*.so*
}
{
   libgasp, near the program
   Helgrind:Race
   fun:gasp_near_*
}
{
   libgcc
   Helgrind:Race
   obj:*/libgcc_s.so*
}
END
: > memcheck.supp

# clean PROGRAM...: under the tools of valgrind, without and with ours.
clean ()
{
  for tool in $tools; do
    set -- valgrind -q --error-exitcode=9 --trace-children=yes --tool=$tool \
      --suppressions=$PWD/$tool.supp "$@"
    run 0 "$@"
    run 0 preloading "$BUILD/lib/libgasptool.so" "$@"
    shift 6
  done
}

for mode in $(modes_of "$TEST"); do
  tools='memcheck helgrind'
  [ -n "$ALL" ] || case $mode in source) tools=memcheck ;; *) tools=helgrind ;; esac
  how="-g -O1 -finstrument-gasp-functions=$mode"
  run 0 "$CXX" $how -pthread prog.C -o prog
  run 0 "$UPCC" $how prog.upc -o upc-prog
  clean ./prog
  clean ./upc-prog -n 2
done
