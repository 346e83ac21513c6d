# Exit statuses and messages are GCC's.
#
# SPDX-License-Identifier: Apache-2.0

run 1 "$UPCC"
has err 'no input files'
run 1 "$UPCC" nosuch.upc
has err 'nosuch.upc: No such file'
echo 'int f (void) { return y; }' > a.upc
run 1 "$UPCC" -c a.upc
has err "^a.upc:1:23: error: .y. undeclared"
[ ! -e a.o ] || fail "a.o is there"
run 1 "$UPCC" -fsyntax-only a.upc
echo 'int f (int y) { int z; return y; }' > a.upc
run 0 "$UPCC" -Wall -fsyntax-only a.upc
has err "unused variable"
run 1 "$UPCC" -Wall -Werror -fsyntax-only a.upc
run 1 "$UPCC" a.upc
has err 'upc_main'
run 1 "$UPCC" -fno-such-option -c a.upc
has err 'no-such-option'
run 0 "$UPCC" --version
has out 'GCC|Debian|gcc'
run 0 "$UPCC" -v
has err 'gcc version'
run 0 "$UPCC" --help
has out '^Options:'
run 0 "$UPCC" --gasp-help
has out '--threads=N'
run 0 "$UPCC" -print-file-name=libc.so
run 0 "$UPCC" -dumpmachine
run 0 env GASPCC_VERBOSE=1 "$UPCC" -### -c a.upc
has err '-fupc'
has err 'cc1'
# An internal error's place is here: a directory for an output.
mkdir directory
run 1 "$UPCC" -c a.upc -o directory
