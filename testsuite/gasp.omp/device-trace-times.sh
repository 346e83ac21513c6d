# Where CUPTI tells when a device did what it was asked for, a trace has that: in its text,
# and as the rows of devices; however late it is told, for threads that ask at a time.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/devices.sh"
with_cupti
cat > prog.c <<'END'
#include <omp.h>
static double a[2][1000];
int
main (void)
{
#pragma omp parallel num_threads (2)
  for (int k = 0; k < 5; k++)
    {
      double *mine = a[omp_get_thread_num ()];
#pragma omp target map (tofrom: mine[:1000])
      for (int i = 0; i < 1000; i++)
	mine[i] += i + k;
    }
  return 0;
}
END
run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES prog.c -o prog

# traced SETTING...: traces the program; kernels are in the file told, by CUPTI, and in
# traced, by the text, both in the order of their beginnings: when, and for how long.
traced ()
{
  rm -rf profile
  run 0 env "$@" FAKE_LONG=2000 "$GASP" run -q --trace -o profile ./prog
  sed -n 's/^cupti: kernel on 0 at \([0-9]*\), \([0-9]*\) ns$/\1 \2/p' out | sort -n > told
  run 0 "$GASP" trace --format=text --output=text profile
  sed -n 's/.* < device kernel .*by device 0: began at \([0-9.]*\), took \([0-9.]*\), .*/\1 \2/p' \
    text | tr -d . | sort -n > traced
}

for setting in A=1 FAKE_CUPTI_LATE=20000 'FAKE_CUPTI_ORDER=yes FAKE_CUPTI_AHEAD=-5000000000'
do
  traced $setting
  lines=$(wc -l < told)
  [ "$lines" = 10 ] || fail "CUPTI has told of $lines kernels"
  # The two clocks begin at different times; a machine that is busy may set them against
  # each other a little off.
  paste -d ' ' told traced > both
  awk '{ if ($2 + 0 != $4 + 0) bad = 1; off = $1 - $3; if (NR == 1) first = off
	 if (off - first > 200000 || first - off > 200000) bad = 1 } END { exit bad }' both \
    || fail "with $setting the trace has other times: $(cat both)"
  run 0 "$GASP" trace --output=report.html profile
  has report.html '"name":"prog [0-9]*, device 0"'
done

# Some are not told.
traced FAKE_CUPTI_DROP=3
run 0 "$GASP" trace --output=report.html profile
has report.html "\"name\":\"prog [0-9]*, device 0[^\"]* \\(in part by the host.*s clock\\)"
