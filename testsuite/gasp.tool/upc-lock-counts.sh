# Of locks in shared memory, and of those between nodes, all calls are counted, and the time of those that waited is
# as the program's own clock says, with the thread that was waited for, and is no time
# running; also while measuring is switched off and on, and where there are more places than are remembered.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > prog.upc <<'END_OF_UPC'
#include <pupc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <upc.h>
#include "now.h"
static upc_lock_t *lock, *many[600];
static shared double waited[THREADS];
static void
rest (int ms)
{
  struct timespec t = { 0, ms * 1000000 };
  nanosleep (&t, NULL);
}
static void
take_free (upc_lock_t *l)
{
  upc_lock (l);			/* FREE */
  upc_unlock (l);		/* GIVE */
}
int
main (int argc, char **argv)
{
  int turns = atoi (argv[1]);
  lock = upc_all_lock_alloc ();
  for (int i = 0; i < 600; i++)
    many[i] = upc_all_lock_alloc ();
  upc_barrier;
  /* Thread 1 has it, for which thread 0 waits.  */
  for (int i = 0; i < 4; i++)
    {
      if (MYTHREAD == 1)
	upc_lock (lock);	/* HELD */
      upc_barrier;
      if (MYTHREAD == 0)
	{
	  double since = now ();
	  upc_lock (lock);	/* AWAIT */
	  waited[0] += 1e3 * (now () - since);
	  rest (1);
	  upc_unlock (lock);
	}
      else if (MYTHREAD == 1)
	{
	  rest (20);
	  upc_unlock (lock);
	}
      upc_barrier;
    }
  if (MYTHREAD == 2)
    {
      for (int i = 0; i < 1000; i++)
	take_free (lock);
      pupc_control (0);
      for (int i = 0; i < 1000; i++)
	take_free (lock);
      pupc_control (1);
      for (int i = 0; i < 1000; i++)
	take_free (lock);
      for (int i = 0; i < turns; i++)
	{
	  upc_lock (many[i % 600]);	/* MANY */
	  upc_unlock (many[i % 600]);
	}
    }
  upc_barrier;
  if (MYTHREAD == 0)
    printf ("waited %.3f\n", waited[0]);
  return 0;
}
END_OF_UPC
cp prog.upc upc.upc
run 0 "$UPCC" -g -O1 --profile -I"$HERE/../lib" -T 3 prog.upc -o prog
run 0 "$UPCC" -g -O1 --profile -I"$HERE/../lib" -T 3 --conduit=loopback prog.upc -o far

# sum TABLE LINE COLUMN: of its rows for that line.
sum ()
{
  tr -d '"' < tables.csv | awk -F, -v name="$1" -v line="$2" -v column="$3" '
    $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == name && $at["line"] == line { sum += $at[column] }
    END { print sum + 0 }'
}

while read -r turns command; do
  # shellcheck disable=SC2086
  run 0 "$GASP" run -q -o profile $command $turns
  truth=$(awk '$1 == "waited" { printf "%d", $2 * 1e6 }' out)
  run 0 "$GASP" report --format=csv --view=peers --output=tables.csv profile
  row locks event upc_lock line "$(line_of FREE)" calls 2000
  row call-sites event upc_unlock line "$(line_of GIVE)" calls 2000
  row locks event upc_lock line "$(line_of HELD)" calls 4
  row locks event upc_lock line "$(line_of AWAIT)" calls 4 holder 1
  [ "$(sum locks "$(line_of MANY)" calls)" = "$turns" ] || fail "of $turns calls: some"
  time=$(sum locks "$(line_of AWAIT)" time)
  [ "$time" -le "$truth" ] && [ "$time" -ge $((truth * 9 / 10)) ] \
    || fail "waited $time ns, not $truth"
  time=$(sum late-senders "$(line_of AWAIT)" waiting)
  [ "$time" -ge $((truth * 9 / 10)) ] || fail "of $truth ns, $time for a thread"
  # It slept there, not at what it did next, unless a sample came as it woke.
  run 0 "$GASP" report --format=csv --view=flat --output=tables.csv profile
  away=$(tr -d '"' < tables.csv | awk -F, '
    $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
    $at["name"] == "upc_lock" && $at["kind"] == "event" {
      print $at["waiting"] + $at["ready"]
    }')
  [ "$away" -ge $((truth / 2)) ] || fail "away $away ns of $truth"
  rm -rf profile
done <<'END'
60000 --budget=10% ./prog
60000 --exact ./prog
1200 --budget=10% ./far
END
