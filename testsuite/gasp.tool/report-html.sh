# HTML: one file, nothing from the network, tags that match, script that is whole.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog
run 0 "$GASP" report --format=html --output=report.html profile
has report.html '<!DOCTYPE html>'
hasnt report.html '(src|href) *= *["'"'"']?(https?:)?//'
hasnt report.html '@import|url\(http'
has report.html 'int leaf\(int\)'
for tag in html head body script style table; do
  open=$(grep -Eo "<$tag[ >]" report.html | wc -l)
  closed=$(grep -o "</$tag>" report.html | wc -l)
  [ "$open" -eq "$closed" ] || fail "<$tag>: $open opened, $closed closed"
done
