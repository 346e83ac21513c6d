# A directory that cannot be written: a message, and the program runs; gasp run
# says so before.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
: > file
case $BUILD in *' '*) ;; *)
  run 3 env LD_PRELOAD="$BUILD/lib/libgasptool.so" GASP_OUTPUT=file/below ./prog
  has out '^output$'
  has err '^libgasp: .*file/below'
  ;;
esac
run 1 "$GASP" run -q -o file/below ./prog
hasnt out output
has err 'file/below'
run 1 "$GASP" run -q -o /proc/nonexistent/x ./prog
hasnt out output
has err '/proc/nonexistent'
