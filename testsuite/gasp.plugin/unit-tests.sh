# The unit tests (testsuite/unit), and that a check that fails is noticed.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "objects of another machine"
[ -f "$BUILD/obj/c.how" ] || unsupported "the objects are not here"
run 0 env CC="$STOCK" sh "$SOURCE/testsuite/unit/unit.sh" "$SOURCE" "$BUILD"
cat out
has out '^units: [0-9]+ tests, [0-9]+ checks, 0 failed$'

# unit NAME BODY: a test of the report, alone.
mkdir report
unit ()
{
  printf '#include <pairs.c>\n#include "unit.h"\nstatic void t (void) { %s }\nUNIT (t);\n' \
    "$2" > report/"$1".c
}

unit fine 'CHECK_NUMBER (compare_numbers (1, 2), -1);'
unit wrong 'CHECK (compare_numbers (1, 2) > 0); CHECK (true);'
unit crashes 'CHECK (true); *(volatile char *) 0 = 1;'
unit empty ''
unit refused 'CHECK (no_such_function ());'
run 1 env CC="$STOCK" sh "$SOURCE/testsuite/unit/unit.sh" "$SOURCE" "$BUILD" "$PWD"/report/*.c
has out '^report-fine: ok$'
for name in wrong crashes empty refused; do
  has out "^report-$name: FAILED\$"
done
has out 'not so: compare_numbers \(1, 2\) > 0'
has out '^units: 5 tests, 3 checks, 1 failed$'
