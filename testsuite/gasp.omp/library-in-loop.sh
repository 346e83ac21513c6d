# What loops of a team call in libraries has its name: most of the time of many
# programs.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <math.h>
static double x[1000];
int
main (void)
{
  #pragma omp parallel for num_threads (2)
  for (int i = 0; i < 1000; i++)
    for (int j = 0; j < 4000; j++)
      x[i] += sin (x[i] + j);
  return 0;
}
END
for mode in source emitted; do
  run 0 "$CC" -g -O1 -fopenmp --profile -finstrument-gasp-functions=$mode prog.c \
    -o prog -lm
  profile 0 --budget=0 ./prog
  part=$(figure running_percent sin)
  [ "${part%.*}" -ge 40 ] || { cat csv; fail "sin has $part %"; }
done
