# Each source file says under which licence it is, and no file is kept at the root that
# does not belong there.
#
# SPDX-License-Identifier: Apache-2.0

cd "$SOURCE"
git ls-files > /dev/null 2>&1 || unsupported "no repository"
! git ls-files | grep -v / | grep -v '^\.' \
  | grep -vxE 'CONTRIBUTING|COPYING(\.Apache-2\.0)?|ChangeLog|Makefile|NEWS|README|SECURITY' \
  || fail "files lie at the root"
! git ls-files | grep -E '\.([cChS]|cc|def|exp|js|mk|py|sh|upc|[fF]90)$' \
  | xargs grep -L SPDX-License-Identifier | grep . || fail "no licence"
