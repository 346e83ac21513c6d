# The HTML report shows its tables and the flame graph in a browser, without an error.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || unsupported "no browser"
example
profile 3 ./prog
run 0 "$GASP" report --format=html --output=report.html profile
timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" --enable-logging=stderr --v=0 \
  --dump-dom "file://$PWD/report.html" > dom 2> log || unsupported "the browser does not start"
has dom 'int leaf\(int\)'
has dom '<(svg|canvas|rect|div)[^>]*(flame|class)'
hasnt log 'CONSOLE.*(Error|error)'
