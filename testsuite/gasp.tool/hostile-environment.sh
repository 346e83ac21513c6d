# What the gasp command finds in the environment, with values that nobody means:
# the variables that it reads besides its own, and all of its own for commands
# that do not want them.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
example
letters=$(head -c 100000 /dev/zero | tr '\0' x)
terminal=$(printf '\033[31mred\nline\r\302\233\377%%s%%n')
escapes=$(printf '[\001-\010\013-\037\177]')

# with NAME VALUE STATUS WORD...: gasp with these.
with ()
{
  name=$1 value=$2 want=$3
  shift 3
  got=0
  timeout 60 env "$name=$value" "$GASP" "$@" > out 2> err < /dev/null || got=$?
  shown=$name=$(printf %.30s "$value" | tr -c '[:print:]' '?')
  [ $got = "$want" ] || { cat err; fail "$shown gasp $1: status $got"; }
  # ld.so says what it is given.
  grep -a 'gasp: ' err > ours || :
  hasnt ours "$escapes"
}

run 3 "$GASP" run -q --trace -o profile ./prog threads
"$GASP" report profile > plain
for value in '' 0 -1 x 1e9 99999999999999999999999 "$letters" "$terminal"; do
  with COLUMNS "$value" 0 report profile
  longest=$(awk '{ if (length ($0) > n) n = length ($0) } END { print n + 0 }' out)
  [ "$longest" -lt 500 ] || fail "COLUMNS=$value: a line of $longest bytes"
done
for value in '' 0 x "$terminal"; do
  with COLUMNS "$value" 0 report profile
  cmp -s out plain || fail "COLUMNS=$value makes another report"
done

# What is there already stays, and the tool comes to it.
for value in ' ' : '::' /nonexistent.so "$terminal"; do
  rm -rf gasp-out
  with LD_PRELOAD "$value" 3 run -q -o gasp-out ./prog
  has out '^output$'
  ls gasp-out/*.gasp > /dev/null || fail "LD_PRELOAD=$value: no record"
done
for name in LD_LIBRARY_PATH ASAN_OPTIONS GASP_UNKNOWN HOME TMPDIR; do
  for value in '' ' ' : nonsense=nonsense "$letters" "$terminal"; do
    rm -rf gasp-out
    with $name "$value" 3 run -q -o gasp-out ./prog
    has out '^output$'
    ls gasp-out/*.gasp > /dev/null || fail "$name=$value: no record"
  done
done

# Programs are found as a shell finds them.
mkdir -p directories/prog here empty
cp prog here/prog
for path in "$PWD/directories:$PWD/here" "$PWD/here:$terminal" "$letters:$PWD/here"; do
  rm -rf gasp-out
  with PATH "$path" 3 run -q -o gasp-out prog
  has out '^output$'
done
(cd here && with PATH "$PWD/../empty:" 3 run -q -o gasp-out prog)
for path in '' : "$PWD/directories" "$terminal"; do
  cd empty
  with PATH "$path" 127 run -q -o gasp-out prog
  has err '^gasp: cannot run .prog.: not found in PATH'
  rm -f out err
  cd ..
done

# The tool's settings say nothing to those that only read.
"$GASP" list settings --names > names
for name in $(cat names); do
  for value in "$letters" "$terminal" -1; do
    its_turn 4 || continue
    with $name "$value" 0 report profile
    cmp -s out plain || fail "$shown makes another report"
    [ ! -s err ] || fail "$shown: gasp report says something"
    with $name "$value" 0 trace -f text profile
    with $name "$value" 0 list events
    with $name "$value" 0 compiler-path
  done
done
