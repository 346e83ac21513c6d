# Text for a terminal has colours and a pager; text for anything else has neither.
#
# SPDX-License-Identifier: Apache-2.0

need script
script -qec true typescript > script.out 2>&1 < /dev/null || unsupported "no terminals"
echo 'int f (int i) { return i; } int main (void) { return f (0); }' > a.c
run 0 "$CC" --profile a.c -o prog
run 0 "$GASP" run -q -o old ./prog
run 0 "$GASP" run -q -o new ./prog
esc=$(printf '\033')

# on_terminal COMMAND [VARIABLE=VALUE]...: what a terminal gets, in shown.
on_terminal ()
{
  command=$1
  shift
  env -u NO_COLOR -u PAGER TERM=xterm "$@" script -qec "stty cols 90; $command" typescript \
    > shown < /dev/null
}
run 0 "$GASP" report old
cp out plain
hasnt plain "$esc"
run 0 "$GASP" report --color=always old
has out "^$esc\[1mFlat profile$esc\[0m"
has out "$esc\[4mtotal"
has out "$esc\[1;31m100.0$esc\[0m"
sed "s/$esc\[[0-9;]*m//g" out > stripped
cmp plain stripped || fail "colours change the text"
run 0 "$GASP" diff --all --color=always old new
has out "$esc\[1mChanges"
run 0 "$GASP" report --color=always --format=csv old
hasnt out "$esc"

on_terminal "$GASP report --no-pager old"
has shown "$esc\[1mFlat profile"
on_terminal "$GASP report --no-pager --color=never old"
hasnt shown "$esc"
on_terminal "$GASP report --no-pager old" NO_COLOR=1
hasnt shown "$esc"
on_terminal "$GASP report --no-pager old" TERM=dumb
hasnt shown "$esc"
# The pager gets the colours and the terminal's width, and is waited for.
for variable in GASP_PAGER PAGER; do
  on_terminal "$GASP report old; echo over" \
    $variable='sleep 1; sed s/^/paged:/'
  has shown "^paged:$esc\[1mFlat profile"
  tail -n 1 shown | grep -q '^over' || fail "not waited for"
done
on_terminal "$GASP report old" GASP_PAGER= PAGER='sed s/^/paged:/'
hasnt shown paged
has shown 'Flat profile'
on_terminal "$GASP report old" PAGER=no-such-program
has shown 'Flat profile'
run 0 env GASP_PAGER='sed s/^/paged:/' "$GASP" report old
hasnt out paged
