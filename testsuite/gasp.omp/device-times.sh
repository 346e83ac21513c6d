# Times of kernels and copies are the device's own where CUPTI tells them, in records of
# any version, late, in any order; where it does not, the report and a line say so.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/devices.sh"
. "$HERE/../lib/table.sh"
with_cupti
cat > prog.c <<'END'
static double a[100000];
int
main (void)
{
  for (int k = 0; k < 12; k++)
    {
#pragma omp target map (tofrom: a)
      for (int i = 0; i < 100000; i++)
	a[i] += i + k;
    }
  return 0;
}
END
run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES prog.c -o prog

# profiled SETTING...: the program runs; its table of devices is table.csv, and what it
# and CUPTI said is said.
profiled ()
{
  rm -rf profile
  run 0 env "$@" FAKE_LONG=2000 "$GASP" run -q --exact -o profile ./prog
  cat out err > said
  table devices profile
}
# took KIND: how long these took by CUPTI, in ns.
took () { sed -n "s/^cupti: $1 on .*, \(.*\) ns\$/\1/p" said | sum; }
loop=7
# all_by_cupti WITH: all times are CUPTI's.
all_by_cupti ()
{
  same "clock with $1" "$(field line $loop clock)" CUPTI
  same "kernels with $1" "$(field line $loop kernel_time)" "$(took kernel)"
  copies=$(for way in to from; do field line $loop ${way}_time; done | sum)
  same "copies with $1" "$copies" "$(took copy)"
  hasnt said 'clock'
}

for version in 10 12 13 14 17 18 26 130001; do
  its_turn 2 || continue
  profiled FAKE_CUPTI_VERSION=$version
  all_by_cupti "version $version"
done
# The host waits ten times as long in fake-plugin.c.
kernels=$(took kernel)
least 'of the driver' "$(field line $loop driver_time)" "$kernels"
table device-arrays profile devices
copies=$(for way in to from; do field name a ${way}_time; done | sum)
# There are small ones of addresses, too.
most 'copies of a' "$copies" "$(took copy)"
least 'copies of a' "$copies" "$(($(took copy) / 2))"

# Buffers come later, by another thread; what correlates comes behind.
profiled FAKE_CUPTI_LATE=20000
all_by_cupti 'late buffers'
profiled FAKE_CUPTI_ORDER=yes FAKE_CUPTI_AHEAD=-5000000000
all_by_cupti 'another order'

# What it does not tell is by the host's clock, and said.
profiled FAKE_CUPTI_DROP=3
same 'clock with drops' "$(field line $loop clock)" 'CUPTI in part'
has said 'some times of devices are by .* has no times of 16 of 48 copies and kernels'
least 'kernels with drops' "$(field line $loop kernel_time)" "$(took kernel)"
# by_host WHY SETTING...
by_host ()
{
  why=$1
  shift
  profiled "$@"
  same "clock with $1" "$(field line $loop clock)" "host's clock"
  least "kernels with $1" "$(field line $loop kernel_time)" 24000000
  has said "times of devices are by the host's clock: $why"
}
by_host 'CUPTI has no times of 48 of 48' FAKE_CUPTI_ZERO=yes
by_host 'CUPTI refuses to .*INSUFFICIENT_PRIVILEGES \(35\): this user may not' \
  FAKE_CUPTI_FAIL=cuptiActivityEnable
by_host 'CUPTI refuses to .* \(39\): another tool' \
  FAKE_CUPTI_FAIL='cuptiActivityRegisterCallbacks 39'
for version in 9 $(often "" 100) 140000; do
  by_host "the version of libcupti, $version, is not known" FAKE_CUPTI_VERSION=$version
done
by_host 'no libcupti is found' GASP_CUPTI=./none.so
cat > empty.c <<'END'
int nothing;
END
run 0 $STOCK -shared -fPIC empty.c -o empty.so
by_host 'libcupti lacks cuptiGetVersion' GASP_CUPTI=./empty.so
profiled GASP_CUPTI=no
same 'clock without' "$(field line $loop clock)" "host's clock"
hasnt said 'clock'

# More operations than are kept at a time, of threads on two devices.
cat > many.c <<'END'
#include <omp.h>
int
main (void)
{
#pragma omp parallel num_threads (4)
  {
    int x[2], device = omp_get_thread_num () % 2;
    for (int k = 0; k < 1500; k++)
      {
#pragma omp target map (tofrom: x) device (device)
	x[0] = k;
      }
  }
  return 0;
}
END
run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES many.c -o many
for setting in '' FAKE_CUPTI_LATE=1000 FAKE_CUPTI_DROP=1000; do
  rm -rf profile
  run 0 env $setting "$GASP" run -q --exact -o profile ./many
  cat out err > said
  table devices profile
  same "launches with $setting" "$(field line 10 kernels)" 6000
  loop=10
  case $setting in
    *DROP*) has said 'has no times of [1-9][0-9]* of [0-9]* copies and kernels' ;;
    *) all_by_cupti "many, $setting" ;;
  esac
done

# A tool's records of a device have the same times; those that CUPTI drops the host's.
run 0 $STOCK -O1 -w $FOR_DEVICES "$HERE/device-program.c" -o all
run 0 $STOCK -O1 -w -shared -fPIC -I"$BUILD/include/omp" "$HERE/device-tool.c" \
  -o tool.so
for late in '' FAKE_CUPTI_LATE=20000 FAKE_CUPTI_DROP=3; do
  run 0 env $late FAKE_LONG=2000 "$GASP" run --ompt-tool=./tool.so ./all
  hasnt out 'wrong:'
  has out '^traced: .* 5 kernels, 8000080 bytes$'
  sed -n 's/^traced kernels took \(.*\) ns$/\1/p' out > traced
  [ "$late" != FAKE_CUPTI_DROP=3 ] || continue
  cat out err > said
  sed -i '/^cupti: .* on 1 /d' said
  same "records with $late" "$(cat traced)" "$(took kernel)"
done
