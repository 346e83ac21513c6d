# The unit tests (testsuite/unit), and that a check that fails is noticed.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "objects of another machine"
[ -f "$BUILD/obj/report/commands/main.c.o" ] || unsupported "the objects are not here"
run 0 env CC="$STOCK" sh "$SOURCE/testsuite/unit/unit.sh" "$SOURCE" "$BUILD"
cat out
has out '^units: [0-9]+ tests, [0-9]+ checks, 0 failed$'

# unit BODY: a test of the report, alone.
unit ()
{
  mkdir -p report
  printf '#include <pairs.c>\n#include "unit.h"\nstatic void t (void) { %s }\nUNIT (t);\n' \
    "$1" > report/t.c
  run "$2" env CC="$STOCK" sh "$SOURCE/testsuite/unit/unit.sh" "$SOURCE" "$BUILD" "$PWD/report/t.c"
}

unit 'CHECK_NUMBER (compare_numbers (1, 2), -1);' 0
unit 'CHECK (compare_numbers (1, 2) > 0); CHECK (true);' 1
has out 'not so: compare_numbers'
has out '^units: 1 tests, 2 checks, 1 failed$'
unit 'CHECK (true); *(volatile char *) 0 = 1;' 1
unit '' 1
unit 'CHECK (no_such_function ());' 1
