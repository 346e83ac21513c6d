# What devices are asked for is in the profile, below its construct, with its bytes.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES "$HERE/device-program.c" -o prog
run 0 "$GASP" run -q -o profile ./prog
has out '^6 3$'
run 0 "$GASP" report --view=tree --format=csv --limit=0 profile
sed -n 's/"//g; 1p; /^tree,/p' out > tree.csv
column () { head -1 tree.csv | tr ',' '\n' | grep -nx "$1" | cut -d: -f1; }
# is EVENT LINE "CALLS BYTES": those of the nodes of EVENT at LINE.
is ()
{
  found=$(awk -F, -v n="$(column name)" -v l="$(column line)" -v c="$(column calls)" \
    -v b="$(column bytes)" -v event="$1" -v line="$2" \
    '$n == event && $l == line { print $c, $b }' tree.csv)
  [ "$found" = "$3" ] || fail "$1 at line $2: $found"
}
loop=$(grep -n 'map (tofrom: a) map (to: b)$' "$HERE/device-program.c" | cut -d: -f1)
is 'omp target' $loop '5 0'
is 'device kernel' $loop '5 0'
is 'unchanged copy to device: b' $loop '4 3200000'
is 'copy from device: a' $loop '5 4000000'
is 'device start-up' $loop '1 0'
is 'device code loaded' $loop '1 0'
alloc=$(grep -n 'omp_target_alloc' "$HERE/device-program.c" | cut -d: -f1)
is 'device memory allocated' $alloc '1 5000'
is 'copy to device' $((alloc + 1)) '1 100'
is 'copy within devices' $((alloc + 2)) '1 10'

# ---- The table, by construct.
. "$HERE/../lib/table.sh"
table devices profile
same launches "$(field line $loop kernels)" 5
same 'bytes to' "$(field line $loop to_bytes)" 8000080
same 'bytes from' "$(field line $loop from_bytes)" 4000000
same unchanged "$(field line $loop again_bytes)" 3200000
same copies "$(field line $loop copies_from)" 5
same 'own call' "$(field line $((alloc + 1)) to_bytes)" 100
# The fake device takes 20 ms to begin, and 10 ms for the code; what is taken for recording
# is not in it.
least start-up "$(field line $loop setup_time)" 29000000
for part in kernel_time to_time from_time other_time; do
  least $part "$(field line $loop $part)" 0
done

# ---- What stands out: the same is copied again and again, or copies take longer than
# what they are for.
. "$HERE/../lib/findings.sh"
planted ()
{
  cat > planted.c
  run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES planted.c -o planted
  rm -rf profile
  run 0 env FAKE_SLOW=3000 "$GASP" run -q -o profile ./planted
  findings
}
planted <<'END'
static double a[100000], sum[20];
static void
solve (int k)
{
  double s = 0;
#pragma omp target map (to: a) map (tofrom: s)
  for (int i = 0; i < 100000; i++)
    s += a[i] * k;
  sum[k] = s;
}
int
main (void)
{
  for (int k = 0; k < 20; k++)
    solve (k);
  return 0;
}
END
stands_out copied-again planted.c:6 "copying 'a' to a device, in 19 copies in solve .* 14.5 MiB .*target data around the loop"
stands_out device-copies planted.c:6 'copying to devices and back'

# What the device does, the host's threads cannot share: it is not serial.
planted <<'END'
static double a[100000], sum;
int
main (void)
{
  for (int k = 0; k < 20; k++)
    {
#pragma omp target map (tofrom: a)
      a[k] += k;
#pragma omp parallel for reduction (+: sum) num_threads (2)
      for (int i = 0; i < 100000; i++)
	sum += a[i] * k;
    }
  return sum < 0;
}
END
stands_out device-copies planted.c:7 'copying to devices and back'
run 0 "$GASP" report --format=csv --view=serial,devices,threads profile
awk -F, '{ gsub (/"/, "") }
  $1 == "table" { for (i = 1; i <= NF; i++) at[$i] = i }
  $1 == "serial" { rows++; host = $at["duration"] }
  $1 == "devices" { device += $at["total"] }
  $1 == "processes" { all = $at["duration"] }
  END { exit !(rows == 1 && device > 0 && host + device < all * 1.02) }' out \
  || { cat out; fail "the device's time is serial"; }

# It changes; then only copying stands out.  All of it is on the device; then nothing.
planted <<'END'
static double a[100000];
int
main (void)
{
  for (int k = 0; k < 20; k++)
    {
#pragma omp target map (tofrom: a)
      for (int i = 0; i < 100000; i++)
	a[i] += i + k;
    }
  return 0;
}
END
hasnt found 'copied-again'
stands_out device-copies planted.c:7 'copying to devices and back'
planted <<'END'
static double a[100000];
int
main (void)
{
#pragma omp target data map (tofrom: a)
  for (int k = 0; k < 1000; k++)
    {
#pragma omp target
      for (int i = 0; i < 100000; i++)
	a[i] += i + k;
    }
  return 0;
}
END
hasnt found 'copied-again'

# ---- A plugin that does not wait for kernels of nowait, and threads at the same time.
mkdir later
run 0 $STOCK -w -O1 -shared -fPIC -DASYNC -DVERSION=$version \
  "$DEVICES/fake-plugin.c" -o later/libgomp-plugin-nvptx.so.1
cat > threads.c <<'END'
#include <omp.h>
#include <stdio.h>
static double a[4][20000];
int
main (void)
{
  int n = omp_get_num_devices ();
  double sum = 0;
#pragma omp parallel num_threads (4)
  {
    int me = omp_get_thread_num (), x = 0;
    for (int k = 0; k < 20; k++)
      {
#pragma omp target map (tofrom: a[me]) device (me % n)
	for (int i = 0; i < 20000; i++)
	  a[me][i] += 1;
      }
#pragma omp target enter data map (to: a[me]) device (me % n) nowait depend (out: x)
#pragma omp target update to (a[me]) device (me % n) nowait depend (inout: x)
#pragma omp target nowait depend (inout: x) device (me % n) map (tofrom: a[me])
    a[me][0] += 1;
#pragma omp target exit data map (from: a[me]) device (me % n) nowait depend (inout: x)
#pragma omp taskwait
  }
  for (int i = 0; i < 4; i++)
    sum += a[i][0];
  printf ("%d devices: %g\n", n, sum);
  return 0;
}
END
run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES threads.c -o threads
for plugin in fake later; do
  rm -rf profile
  run 0 env LD_LIBRARY_PATH="$PWD/$plugin$others" "$GASP" run -q -o profile ./threads
  has out '^2 devices: 84$'
  table devices profile
  same "kernels with $plugin" "$(field event 'omp target' kernels | sum)" 84
  same "bytes with $plugin" "$(field line 14 from_bytes)" 12800000
done
