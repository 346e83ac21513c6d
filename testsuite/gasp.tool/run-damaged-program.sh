# A program whose section of filters claims to be larger than the file: gasp run does
# not go on looking for its end.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
need python3
echo 'int leaf (int n) { return n; } int main (void) { return leaf (3); }' > prog.c
run 0 "$CC" --profile -finstrument-gasp-include-functions=none prog.c -o prog
cat > damage.py <<'END'
import struct, sys
path, size = sys.argv[1], int (sys.argv[2], 0)
data = bytearray (open (path, "rb").read ())
offset, = struct.unpack_from ("<Q", data, 0x28)
entry, count, names = struct.unpack_from ("<HHH", data, 0x3a)
start, = struct.unpack_from ("<Q", data, offset + names * entry + 0x18)
for i in range (count):
    at = offset + i * entry
    name, = struct.unpack_from ("<I", data, at)
    if data[start + name:].startswith (b".gasp_inclusions\0"):
        struct.pack_into ("<Q", data, at + 0x20, size)
        break
else:
    sys.exit ("no such section")
open (path, "wb").write (data)
END
run 3 "$GASP" run -o profile ./prog
has err "filter that includes only functions like 'none'"
for size in 1 3 0x1000000000000000 0xffffffffffffffff; do
  cp prog damaged
  run 0 python3 damage.py damaged $size
  run 3 timeout 20 "$GASP" run -o profile ./damaged
done
