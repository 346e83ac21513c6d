# Exit status, output, errors, input and signals are the program's own.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
run 3 "$GASP" run -q -o p1 ./prog
[ "$(cat out)" = output ] || fail "output"
[ "$(cat err)" = errors ] || fail "errors"
run 134 "$GASP" run -q -o p2 ./prog abort
run 143 "$GASP" run -q -o p3 ./prog term
run 5 "$GASP" run -q -o p4 ./prog _exit
run 6 "$GASP" run -q -o p5 ./prog exec
printf 'int c; int getchar (void), putchar (int); int main (void) { while ((c = getchar ()) >= 0) putchar (c); return 0; }' > cat.c
"$CC" --profile cat.c -o catprog
echo 'through and through' | "$GASP" run -q -o p6 ./catprog > out
[ "$(cat out)" = 'through and through' ] || fail "input"
# A signal sent to gasp run reaches the program.
"$GASP" run -q -o p7 ./prog spin > out 2> err &
pid=$!
wait_until grep -q errors err
sleep 0.3
kill -TERM $pid
status=0
wait $pid || status=$?
[ $status = 143 ] || fail "status $status after SIGTERM"
