# Of an OpenMP program the report has its regions, shared work and barriers by line,
# with exact counts; what workers do is below the construct that called them; and
# an imbalance that was planted is found.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
cat > prog.c <<'END'
#include <omp.h>
#include <unistd.h>

static int sum;

static void
work (void)
{
  usleep (omp_get_thread_num () == 0 ? 30000 : 10000);
}

static void
solve (void)
{
#pragma omp parallel num_threads (3)		/* line 15 */
  {
#pragma omp for schedule (static, 1)		/* line 17 */
    for (int i = 0; i < 3; i++)
      work ();
#pragma omp critical				/* line 20 */
    sum++;
#pragma omp barrier				/* line 22 */
#pragma omp masked
    sum++;
#pragma omp single
#pragma omp task				/* line 26 */
    sum++;
  }
}

int
main (void)
{
  for (int i = 0; i < 5; i++)
    solve ();
  return sum != 25;
}
END
sed 's/masked/master/' prog.c > master.c
for mode in source emitted; do
  for level in -O0 -O2; do
    run 0 "$CC" $level -finstrument-gasp-functions=$mode -fopenmp master.c -o prog
    run 0 ./prog
    rm -rf profile
    run 0 "$GASP" run -o profile ./prog
    run 0 "$GASP" report --format=csv --view=regions --output=regions.csv profile
    run 0 "$GASP" report --format=csv --view=work --output=work.csv profile
    run 0 "$GASP" report --format=csv --view=team-barriers --output=waits.csv \
      profile
    run 0 "$GASP" report --format=csv --view=tree --output=tree.csv profile
    # Its columns by name.
    field ()
    {
      awk -F, -v name="$2" -v line="$3" '{ gsub (/"/, "") } NR == 1 { for (i = 1; i <= NF; i++)
	  at[$i] = i } NR > 1 && $at["line"] == line { print $at[name] }' "$1"
    }
    same () { [ "$2" = "$3" ] || fail "$mode $level: $1: $2, not $3"; }
    same "calls of the region" "$(field regions.csv calls 15)" 5
    same "its threads" "$(field regions.csv threads 15)" 3
    same "calls of the loop" "$(field work.csv calls 17)" 15
    same "explicit barriers" "$(field waits.csv calls 22)" 15
    field regions.csv imbalance 15 | awk '{ exit !($1 > 30 && $1 < 55) }' \
      || fail "$mode $level: imbalance: $(field regions.csv imbalance 15)"
    # All that workers do is in solve.
    awk -F, '{ gsub (/"/, "") } NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
      NR > 1 { name[$at["id"]] = $at["name"]; up[$at["id"]] = $at["parent"] }
      END { for (i in name) if (name[i] == "omp thread of parallel")
	  { found++; if (name[up[i]] != "omp parallel") bad++ }
	exit !(found && !bad) }' tree.csv || fail "$mode $level: the tree"
  done
done
