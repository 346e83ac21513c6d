# Manual pages are without faults that groff sees.
#
# SPDX-License-Identifier: Apache-2.0

command -v groff > /dev/null || unsupported "no groff"
cd "$BUILD/share/man" || fail "no manual pages"
for page in man*/*; do
  faults=$(groff -K utf8 -t -man -ww -z "$page" 2>&1)
  [ -z "$faults" ] || { echo "$faults"; fail "$page"; }
done
