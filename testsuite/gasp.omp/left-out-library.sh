# Where a budget leaves OpenMP's events out, what a team does in a library is its
# functions' time on every thread: on none is it idleness between regions.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > part.c <<'END'
__attribute__ ((noipa)) void
kernel (double *a)
{
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 200; i++)
      a[i] = a[i] * 1.0001 + 0.5;
}
END
cat > prog.c <<'END'
#include <omp.h>
extern void kernel (double *a);
static double a[2][200];
int
main (void)
{
  for (int i = 0; i < 150000; i++)
#pragma omp parallel num_threads (2)
    kernel (a[omp_get_thread_num ()]);
  return !(a[0][3] > 0);
}
END
run 0 gcc -g -O1 -fPIC -shared part.c -o libpart.so
for build in "$STOCK -g" "$CC -g --profile"; do
  # shellcheck disable=SC2086
  run 0 $build -O1 -fopenmp prog.c -o prog -L. -lpart -Wl,-rpath,"$PWD"
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog
  run 0 "$GASP" report profile
  has out "events were left out .* all of OpenMP's"
  for thread in 0 1; do
    "$GASP" report --thread=$thread --format=csv --view=flat profile > csv
    eval "in_$thread=\$(figure running kernel)"
    cat csv
  done
  [ "$in_1" -gt $((in_0 / 2)) ] || fail "in kernel: thread 0 $in_0 ns, thread 1 $in_1"
done

# In a static program, GCC's library is a part of that: waiting there is idleness still.
run 0 "$CC" -w -g -O1 --profile -static --tool=papi -fopenmp prog.c part.c -o prog
rm -rf profile
run 0 env GASP_SAMPLE=time GASP_OUTPUT="$PWD/profile" ./prog
run 0 "$GASP" report profile
has out "events were left out .* all of OpenMP's"
"$GASP" report --thread=1 --format=csv --view=flat profile > csv
[ "$(figure running '(idle between parallel regions)')" -gt 0 ] || { cat csv; fail "never idle"; }
[ "$(figure running gomp_thread_start)" = none ] || { cat csv; fail "idle in a function"; }
