# The JSON report has the same of UPC threads, with numbers as they are.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
upc_profile 4
run 0 "$GASP" report --format=json --view=upc --output=report.json profile
valid_json report.json
for table in grid matrix shared-lines shared-arrays barriers locks \
  functions-by-thread; do
  has report.json "^\"$table\": \\["
done
has report.json '"thread": 2, "peer": 3, "bytes": 70, "bytes_read": 8, "bytes_written": 62, "accesses": 5, "reads": 1, "writes": 4'
has report.json '"thread": 2, "bytes": 94, "thread:0": 8, "thread:1": 16, "thread:2": 0, "thread:3": 70'
