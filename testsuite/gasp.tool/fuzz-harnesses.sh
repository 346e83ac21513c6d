# What "make check-fuzz" builds around parts of the reader still links, and takes what
# it is meant to be given.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
[ -f "$BUILD/obj/report/commands/main.c.o" ] || unsupported "the objects are not here"
. "$SOURCE/testsuite/fuzz/harnesses.sh"
harness_libraries=$(sh "$SOURCE/scripts/find-ncurses" gcc)
run 0 make_harnesses "$SOURCE" "$BUILD" gcc
head -c 21000 /dev/zero | tr '\0' '\1' > ones
run 1 ./answers ones
has err "does not know"
example
run 0 ./programs prog
