# What a program asks of devices by OpenMP's functions has its bytes and lines, copies that
# are put off, too; OMP_TARGET_OFFLOAD says whether there are devices at all.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <omp.h>
#include <stdio.h>
static double a[100][100], b[1000];
#if __GNUC__ < 13
extern int omp_target_memcpy_async (void *, const void *, size_t, size_t, size_t, int, int,
				    int, void *);
#endif
#pragma weak omp_target_memcpy_async
int
main (void)
{
  int host = omp_get_initial_device (), device = omp_get_num_devices () - 1;
  if (device < 0)
    {
      puts ("no devices");
      return 0;
    }
  size_t part[2] = { 10, 20 }, at[2] = { 5, 5 }, zero[2] = { 0, 0 },
	 all[2] = { 100, 100 };
  double *there = omp_target_alloc (80000, device), *first = omp_target_alloc (8000, 0);
  omp_target_memcpy_rect (there, a, 8, 2, part, at, zero, all, all, device, host);	/* rect */
  omp_target_memcpy (first, b, 8000, 0, 0, 0, host);	/* plain */
  omp_target_memcpy (there, first, 4000, 0, 0, device, 0);	/* between */
  omp_target_memcpy (there, there, 800, 4000, 0, device, device);	/* within */
  if (omp_target_memcpy_async)
    {
#pragma omp parallel num_threads (2)
#pragma omp single
      omp_target_memcpy_async (there, b, 1600, 0, 80, device, host, 0, NULL);	/* async */
    }
  omp_target_free (there, device);
  omp_target_free (first, 0);
  puts ("devices");
  return 0;
}
END
run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES prog.c -o prog
at () { grep -n "/\* $1 \*/" prog.c | cut -d: -f1; }
run 0 "$GASP" run -q -o profile ./prog
has out '^devices$'
table devices profile
same rect "$(field line "$(at rect)" to_bytes)" 1600
same plain "$(field line "$(at plain)" to_bytes)" 8000
run 0 "$GASP" report --view=tree --format=csv --limit=0 profile
sed 's/"//g' out > tree.csv
has tree.csv "copy within devices.*,$(at within)"
if "$STOCK" -fopenmp -Wl,--no-undefined -x c - -o async 2> /dev/null <<'END'
extern int omp_target_memcpy_async ();
int main (void) { return omp_target_memcpy_async (); }
END
then
  same async "$(field line "$(at async)" to_bytes)" 1600
fi

for offload in DISABLED MANDATORY; do
  rm -rf profile
  run 0 env OMP_TARGET_OFFLOAD=$offload "$GASP" run -q -o profile ./prog
  if [ $offload = DISABLED ]; then has out '^no devices$'; else has out '^devices$'; fi
done
