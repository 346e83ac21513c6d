# A trace has what devices did, by device, with begin, end and bytes, and joined with the
# host's call: as text, as accelerators in OTF2, as tracks and flows for Perfetto, and as
# rows of the time line.  What a device does at a time for several threads has rows of its
# own.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/devices.sh"
cat > prog.c <<'END'
#include <omp.h>
static double a[2][10000];
static int arrived;
/* Waits for the other thread's kernel, which runs on the same device.  */
static void
meet (void)
{
  __atomic_add_fetch (&arrived, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n (&arrived, __ATOMIC_SEQ_CST) < 2)
    ;
}
int
main (void)
{
#pragma omp target map (to: a[0])	/* alone */
  a[0][0] = 1;
#pragma omp target map (from: a[0]) device (1)
  a[0][0] = 1;
#pragma omp parallel num_threads (2)
  {
    int me = omp_get_thread_num ();
#pragma omp target map (alloc: a[me])	/* both */
    meet ();
  }
  return arrived != 2;
}
END
run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES prog.c -o prog
run 0 "$GASP" run -q --trace -o profile ./prog

run 0 "$GASP" trace --format=text --output=text profile
has text '^ *[0-9.]* [0-9.]* *= 80000 bytes, device 0$'
has text '^ *[0-9.]* [0-9.]* *= 80000 bytes, device 1$'
kernels=$(grep -c '+ device kernel' text)
[ "$kernels" = 4 ] || fail "$kernels kernels"

run 0 "$GASP" trace --output=report.html profile
clock=" \\(by the host.{1,6}s clock\\)"
has report.html '"name":"prog [0-9]*, device 0'"$clock\""
has report.html '"name":"prog [0-9]*, device 0, queue 2'"$clock\""
has report.html '"name":"prog [0-9]*, device 1'"$clock\""
hasnt report.html 'device 1, queue'
has report.html '"hosts":"[A-Za-z0-9+/]'

if command -v python3 > /dev/null; then
  run 0 "$GASP" trace --format=perfetto --output=perfetto profile
  cat > decode.py <<'END'
import sys, zlib

def fields(data):
    at = 0
    def number():
        nonlocal at
        shift = value = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
    while at < len(data):
        key = number()
        size = {0: 0, 1: 8, 2: None}[key & 7]
        if size == 0:
            yield key >> 3, number()
            continue
        size = number() if size is None else size
        value = data[at:at + size]
        at += size
        yield key >> 3, int.from_bytes(value, 'little') if key & 7 == 1 else value

def packets(data):
    for _, value in fields(data):
        packet = list(fields(value))
        if packet[0][0] == 50:
            yield from packets(zlib.decompress(packet[0][1]))
        else:
            yield dict(packet)

names, ends = {}, {}
for packet in packets(open(sys.argv[1], 'rb').read()):
    sequence = packet.get(10)
    if 60 in packet:
        names[sequence] = dict(fields(packet[60])).get(2, b'thread').decode()
    for member, value in fields(packet.get(11, b'')):
        if member in (47, 48):
            ends.setdefault(value, {})[member] = (names[sequence], packet[8])
for flow in ends.values():
    assert flow[47][0] == 'thread' and flow[47][1] == flow[48][1], flow
    print(flow[48][0])
END
  run 0 python3 decode.py perfetto
  sort out | uniq -c > tracks
  has tracks " device 0$clock\$"
  has tracks " device 0, queue 2$clock\$"
  has tracks " device 1$clock\$"
fi

if command -v otf2-print > /dev/null \
    && "$GASP" trace --format=otf2 --output=otf2 profile; then
  run 0 otf2-print -G otf2/traces.otf2
  has out 'LOCATION_GROUP .*"prog, device 1".*ACCELERATOR.*Creator: "prog, process'
  has out 'LOCATION .*"device 0, queue 2'"$clock"'".*ACCELERATOR_STREAM'
  run 0 otf2-print otf2/traces.otf2
  has out 'ENTER .*copy to device: a prog.c:15'
  grep -A1 'ENTER .*"copy from device: a' out > copy
  has copy 'bytes.*80000'
fi

# Copies within a device have their bytes, too.
run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES "$HERE/device-program.c" -o within
rm -rf profile
run 0 "$GASP" run -q --trace -o profile ./within
run 0 "$GASP" trace --format=text --output=text profile
grep -A1 '[+] copy within devices' text > copies
has copies '= 10 bytes, device [01]$'
