# The HTML report of a UPC program draws the communication as a picture, with a
# square for each pair and its figures, beside the table; without an error.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || unsupported "no browser"
upc_profile 4
run 0 "$GASP" report --format=html --output=report.html profile
timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" --enable-logging=stderr --v=0 \
  --dump-dom "file://$PWD/report.html#Communication" > dom 2> log || unsupported "the browser does not start"
has dom '<svg class="matrix"'
has dom 'thread 2 → thread 3'
has dom '<h2>Barriers'
has dom '<h2>Locks'
hasnt log 'CONSOLE.*(Error|error)'
# Nine pairs, and five steps of the scale.
squares=$(grep -o '<rect class="cell"' dom | wc -l)
[ "$squares" = 14 ] || fail "$squares squares"
