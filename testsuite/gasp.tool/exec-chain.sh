# Through a shell and a makefile: every instrumented process leaves a record.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
printf 'all:\n\t./prog || test $$? = 3\n\t./prog || test $$? = 3\n' > Makefile
profile 0 sh -c 'make > make.out 2>&1'
calls 6000 'int leaf(int)'

# A program that was called by a link goes by the link's name.
ln -s prog server
profile 3 "$PWD/server"
"$GASP" report --format=csv --view=processes profile > csv
has csv '/server"?,'
