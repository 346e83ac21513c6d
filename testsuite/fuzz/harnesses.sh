# harnesses.sh - programs around what gasp reads of other processes.
#
# SPDX-License-Identifier: Apache-2.0
#
# Read by fuzz.sh, and by gasp.tool/fuzz-harnesses.sh, which sees that they link.
#
# make_harnesses SOURCE BUILD COMMAND...: here, by COMMAND..., a compiler with options,
# with what "make" has left in BUILD without ncurses.

# harness NAME REPLACED: NAME.c is in place of the reader's files of these names, and
# what it defines in place of single functions of others.
harness ()
{
  # Those of files that are not there any more may be left.
  objects=$(cd "$harness_source" && find report -name "*.c" | grep -vE "/($2)\.c\$" \
    | while read -r file; do echo "$harness_build/obj/$file.o"; done)
  # shellcheck disable=SC2086
  $harness_command -w -std=gnu11 -D_GNU_SOURCE -pthread -I"$harness_build/obj" \
    -I"$harness_source/report" -I"$harness_source/include" \
    -I"$harness_build/include" -I"$harness_source/shared" \
    "$harness_source/testsuite/fuzz/$1.c" $objects $harness_libraries -lm -ldl \
    -Wl,-z,muldefs -o "$1"
}

make_harnesses ()
{
  harness_source=$1 harness_build=$2
  shift 2
  harness_command=$*
  harness answers 'main|attach|process|inject' \
    && harness programs 'main|process|inspect' \
    && harness transfers main
}
