# What locks are called that are members of variables: by name, also in arrays, base
# classes, namespaces and functions; by offset where there is no debugging information.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
"$GASP" doctor | grep -q 'libdw.*no' && unsupported "no libdw"
cat > prog.C <<'END'
#include <array>
#include <mutex>
#include <pthread.h>

struct Base
{
  long before;
  std::mutex first;
};
struct Bank : Base
{
  struct { long more; std::recursive_mutex second; } inner;
  void use ()
  {
    std::lock_guard<std::mutex> one (first);
    std::lock_guard<std::recursive_mutex> other (inner.second);
  }
};
namespace town { Bank banks[3]; }
struct Leader { pthread_mutex_t lock; int count; };
static Leader leader = { PTHREAD_MUTEX_INITIALIZER, 0 };
static std::array<std::mutex, 4> row;
static std::mutex alone;

static Bank &
the_bank ()
{
  static Bank bank;
  return bank;
}

int
main ()
{
  for (int i = 0; i < 3; i++)
    {
      pthread_mutex_lock (&leader.lock);
      pthread_mutex_unlock (&leader.lock);
      std::lock_guard<std::mutex> a (row[2]), b (alone);
    }
  town::banks[2].use ();
  the_bank ().use ();
}
END
run 0 "$CXX" -O1 -g --profile prog.C -o prog -pthread
run 0 "$GASP" run -q --threads=yes -o profile ./prog
table team-locks profile
awk -F, 'NR > 1' table.csv > rows
for name in 'leader\.lock' 'row\._M_elems\[2\]' alone 'town::banks\[2\]\.first' \
	    'town::banks\[2\]\.inner\.second' 'the_bank.*::bank\.first'; do
  grep -qE "[\",]$name[\",]" rows || fail "no lock $name"
done
run 0 "$CXX" -O1 --profile prog.C -o prog -pthread
run 0 "$GASP" run -q --threads=yes -o plain ./prog
table team-locks plain
grep -qE '[",]town::banks\+[0-9]+[",]' table.csv || fail "no offset"
