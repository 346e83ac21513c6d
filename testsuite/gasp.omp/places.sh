# Each construct that shares out work stands at its own line, also those whose call
# of libgomp GCC gives no place to.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
cat > prog.c <<'END'
static int x;
static int copied;
#pragma omp threadprivate (copied)
int
main (void)
{
#pragma omp parallel num_threads (2)		/* line 7 */
  {
#pragma omp for schedule (dynamic)		/* line 9 */
    for (int i = 0; i < 4; i++)
      x = i;
#pragma omp for schedule (guided)		/* line 12 */
    for (unsigned long long i = 4; i > 0; i--)
      x = i;
#pragma omp sections				/* line 15 */
    {
      x = 1;
#pragma omp section
      x = 2;
    }
#pragma omp single				/* line 21 */
    x = 3;
#pragma omp single copyprivate (copied)		/* line 23 */
    copied = 1;
#pragma omp for ordered				/* line 25 */
    for (int i = 0; i < 4; i++)
#pragma omp ordered
      x = i;
  }
#pragma omp parallel for schedule (dynamic) num_threads (2) /* line 30 */
  for (int i = 0; i < 4; i++)
    x = i;
#pragma omp parallel sections num_threads (2)	/* line 33 */
  {
    x = 1;
#pragma omp section
    x = 2;
  }
  return 0;
}
END
for level in -O0 -O2 -O3; do
  run 0 "$CC" -w $level -finstrument-gasp -fopenmp prog.c -o prog
  rm -rf profile
  run 0 "$GASP" run -o profile ./prog
  run 0 "$GASP" report --format=csv --view=work --output=work.csv profile
  for line in 9 12 15 21 23 25 30 33; do
    grep -q "prog.c[:\",]*$line\\b" work.csv \
      || fail "$level: line $line is missing: $(cat work.csv)"
  done
done
# Combined constructs are one call, as GCC makes it without us.
run 0 "$CC" -O2 -w -finstrument-gasp -fopenmp -S prog.c
grep -q 'GOMP_parallel_loop_nonmonotonic_dynamic' prog.s || fail "not combined"
grep -q 'GOMP_parallel_sections' prog.s || fail "not combined"
