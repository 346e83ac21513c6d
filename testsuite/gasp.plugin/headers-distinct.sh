# Every event of gasp_upc.h has a number of its own, and those of the table.
#
# SPDX-License-Identifier: Apache-2.0

sed -n 's/^#define \(GASP_[A-Z_]*\) \([0-9][0-9]*\)$/\1 \2/p' "$BUILD/include/gasp_upc.h" \
  | grep -v 'VERSION\|USEREVT' > defined
[ "$(wc -l < defined)" -ge 11 ] || fail "$(wc -l < defined) events"
[ -z "$(cut -d' ' -f2 defined | sort | uniq -d)" ] || fail "a number twice"
