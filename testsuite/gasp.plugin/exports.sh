# The libraries export what others use and nothing else: what libgasp exports is
# named in a header that is installed, in a table that parts share, by the plugin or by
# gasp attach; what the sample tool exports is in its list, which has nothing else.
#
# SPDX-License-Identifier: Apache-2.0

# exported LIBRARY: its symbols, but for the checksum of the hooks' format.
exported ()
{
  nm -D --defined-only "$BUILD/lib/$1" | awk '{ print $3 }' \
    | sed '/^__gasp_near_format_[0-9]*$/d' | sort
}

cd "$SOURCE"
cat include/* models/*/*.def models/*/header.in shared/* plugin/*.[ch] plugin/*/*.[ch] report/commands/attach.c \
  "$BUILD"/include/*.h 2> /dev/null | tr -cs 'A-Za-z0-9_' '\n' | sort -u \
  > "$OLDPWD/words"
cd "$OLDPWD"
exported libgasp.so.1 > exported
[ "$(wc -l < exported)" -gt 80 ] || fail "few symbols: $(cat exported)"
hasnt exported '^_(_[^g]|[^_])'
comm -23 exported words > unknown
[ ! -s unknown ] || fail "nobody else knows of: $(cat unknown)"

sed -n 's/^  \([a-zA-Z_0-9]*\);$/\1/p' "$SOURCE/tool/exports.map" | sort > listed
exported libgasptool.so | diff listed - || fail "the tool's list is not right"
