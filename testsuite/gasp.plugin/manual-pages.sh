# Manual pages are without faults that groff sees, and break neither an option
# nor a reference to another page over two lines.
#
# SPDX-License-Identifier: Apache-2.0

command -v groff > /dev/null || unsupported "no groff"
cd "$BUILD/share/man" || fail "no manual pages"
for page in man*/*; do
  # man runs tbl only where the first line asks for it.
  ! grep -q '^\.TS' "$page" || [ "$(head -n 1 "$page")" = "'\\\" t" ] \
    || fail "$page has tables, and a first line that does not say so"
  faults=$(groff -K utf8 -t -man -ww -z "$page" 2>&1)
  [ -z "$faults" ] || { echo "$faults"; fail "$page"; }
  for width in 60 80 100; do
    broken=$(groff -K utf8 -t -man -Tutf8 -P-cbou -rLL=${width}n "$page" |
	     grep -E -e '(^|[ (=])--?[A-Za-z][^ ]*‐$' -e '[A-Za-z]\($' \
		  -e '^ *\([1-8]\)[,.;:]?( |$)' || true)
    [ -z "$broken" ] || { echo "$broken"; fail "$page, $width columns"; }
  done
done
