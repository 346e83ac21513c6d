# The clock is set back and forth: times stay what they are.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
# What the program and the tool are told of the time of day jumps.
cat > jump.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>
int
clock_gettime (clockid_t id, struct timespec *t)
{
  static int (*real) (clockid_t, struct timespec *), n;
  if (!real)
    real = (int (*) (clockid_t, struct timespec *)) dlsym (RTLD_NEXT, "clock_gettime");
  int result = real (id, t);
  if (id == CLOCK_REALTIME)
    t->tv_sec += n++ % 2 ? 100000 : -100000;
  return result;
}
END
gcc -shared -fPIC -O1 jump.c -o jump.so -ldl
example
run 3 ./prog fork
cp out wanted
for clock in tsc monotonic; do
  rm -rf profile
  LD_PRELOAD=./jump.so run 3 "$GASP" run -q --clock=$clock -o profile ./prog fork
  cmp out wanted || fail 'other output'
  "$GASP" report --format=csv --view=flat profile > csv
  # Less than a minute, and not less than nothing.
  awk -F, 'NR > 1 && ($2 < 0 || $2 > 60e9) { print; bad = 1 } END { exit bad }' csv \
    || fail "times: $(cat csv)"
done
