# Threads of teams are also told by the numbers that the program knows them by.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
need python3
cat > prog.c <<'END_OF_SOURCE'
#include <omp.h>
#include <unistd.h>
int
main (void)
{
  /* The record counts threads in the order in which they begin.  */
#pragma omp parallel num_threads (6)
  {
    usleep (10000 * (6 - omp_get_thread_num ()));
#pragma omp barrier
#pragma omp for schedule (static, 1)			/* line 11 */
    for (int i = 0; i < 6; i++)
      usleep (i == 4 ? 50000 : 1000);
  }
  return 0;
}
END_OF_SOURCE
run 0 "$CC" -g -O1 -fopenmp --profile prog.c -o prog
run 0 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --view=omp --format=json profile
mv out json
python3 - json <<'END_OF_SCRIPT' || fail "not thread 4 of the team"
import json, sys
report = json.load (open (sys.argv[1]))
def find (value, name):
    if isinstance (value, dict):
        if name in value:
            yield value
        value = list (value.values ())
    if isinstance (value, list):
        for item in value:
            yield from find (item, name)
work = [row for row in find (report, "slowest_in_team") if row["line"] == 11]
assert [row["slowest_in_team"] for row in work] == ["4"], work
threads = {row["thread"]: row["in_team"] for row in find (report, "in_team")}
assert sorted (threads.values ()) == list ("012345"), threads
assert threads[work[0]["slowest"]] == "4", threads
END_OF_SCRIPT
# The pictures have them, too.
run 0 "$GASP" run -q --trace=1M -o traced ./prog
run 0 "$GASP" report --format=html --output=page.html traced
for number in 0 1 2 3 4 5; do
  has page.html "\"name\":\"[0-5]\",\"in_team\":$number,\"runs\""
done
