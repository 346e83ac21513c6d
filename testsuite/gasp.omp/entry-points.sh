# Each entry point of the installed libgomp is in the table.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "a library of another machine"
library=$($STOCK -print-file-name=libgomp.so)
nm -D --defined-only "$library" | sed -n 's/.* [TWi] \([^@]*\).*/\1/p' \
  | grep -e '^GOMP_' -e '^omp_.*lock' -e '^omp_fulfill' \
  | grep -v -e '^GOMP_PLUGIN_' | sort -u > there
[ "$(wc -l < there)" -gt 140 ] || fail "nm shows no names of $library"
cat > names.c <<'END'
#define GOMP_CALL(type, name, params, args, since) known: name
#define GOMP_NONE(name) known: name
#include "gomp-calls.def"
END
$STOCK -E -P -I"$SOURCE/models/omp" names.c | grep -o 'known: [A-Za-z0-9_]*' \
  | sed 's/.* //' | sort -u > known
comm -23 there known > missing
[ ! -s missing ] || fail "not in gomp-calls.def: $(cat missing)"
