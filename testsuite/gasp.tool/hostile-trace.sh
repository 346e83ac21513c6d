# gasp trace, and what asks for a trace, with values that nobody means: a message
# with the value and what would be right; never a crash; the program is as ever.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
example
. "$HERE/../lib/hostile.sh"
run 3 "$GASP" run -q --trace -o profile ./prog

# ---- gasp trace

for value in '' x "$nines" "$letters" "$terminal" -1 'perfetto|otf2' PERFETTO; do
  refused 2 '^gasp: trace: --format: .*perfetto.html.otf2.text' trace -f "$value" profile
  refused 1 "^gasp: trace: '.*" trace "nowhere$value"
done
refused 1 '^gasp: trace: .*No such file' trace ''
refused 1 '^gasp: trace: .*too long' trace "$letters"
refused 2 "^gasp: trace: '/dev/null' is not a record" trace /dev/null
mkdir empty
refused 1 "no records in 'empty'" trace empty
refused 2 'one directory or record only' trace profile profile
refused 2 "'-f' needs a value" trace profile -f
refused 2 "'--output' needs a value" trace profile --output
for value in "--$letters" "--$terminal" --no-such=1 -% --=x; do
  refused 2 '^gasp: trace: unknown option.*gasp trace --help' trace "$value"
done
for format in perfetto text otf2; do
  for value in '' "$letters" "/dev/null/$terminal" /proc/nowhere; do
    refused 1 '^gasp: trace: ' trace -f $format -o "$value" profile
  done
done
for format in perfetto text; do
  refused 1 'No space left' trace -f $format -o /dev/full profile
done
# Records with such a name, and what is no trace behind it.
cp profile/*.gasp "$(printf 'a\033[1m\n\377.gasp')"
refused 1 '^gasp: ' trace ./a*.gasp
rm -f ./a*.gasp
for trace in profile/*.trace; do
  cp "$trace" keep
  for damage in /dev/null /proc/version "$BUILD/bin/gasp"; do
    cp -f "$damage" "$trace"
    try trace -f text profile
    [ $got -lt 2 ] || fail "$damage: status $got"
  done
  rm -f "$trace"
  mkdir "$trace"
  refused 1 '^gasp: ' trace -f text profile
  rmdir "$trace"
  ln -s "$trace" "$trace"
  refused 1 '^gasp: ' trace -f text profile
  rm -f "$trace"
  mkfifo "$trace"
  refused 1 '^gasp: ' trace -f text profile
  rm -f "$trace"
  cp keep "$trace"
done
try trace -f text profile
[ $got = 0 ] || fail "status $got of what has not been damaged"

# ---- gasp run --trace, --trace-last, and their variables

# ran REGEXP WORD...: gasp run with these; a message like that, or none.
ran ()
{
  regexp=$1
  shift
  rm -rf gasp-out
  try run -o gasp-out "$@" ./prog
  [ $got = 3 ] || fail "$shown: status $got"
  has out '^output$'
  [ -z "$regexp" ] || has err "$regexp"
  [ -n "$regexp" ] || hasnt err '^libgasp'
}

for value in x -1 1Z 64MM 16E "$letters" "$terminal" 1.5 nan ' '; do
  refused 2 '^gasp: run: --trace: .*bytes' run --trace="$value" ./prog
  refused 2 '^gasp: run: --trace-last: .*(bytes|seconds)' run --trace-last="$value" ./prog
done
ran '' --trace=1M
ran '' --trace-last=1s
ran '' --trace-last=1M
for value in 0 1 1K "$nines"; do
  ran '' --trace="$value"
  ran '' --trace-last="$value"
done
refused 2 '^gasp: run: --trace-last: .*seconds' run --trace-last=0s ./prog
refused 2 '^gasp: run: --trace-last: .*seconds' run --trace-last="${nines}s" ./prog
refused 2 "'--trace-last' needs a value" run --trace-last
for name in GASP_TRACE GASP_TRACE_LAST; do
  rm -rf gasp-out
  got=0
  env "$name=" timeout 60 "$GASP" run -q -o gasp-out ./prog > out 2> err || got=$?
  [ $got = 3 ] || fail "$name empty: status $got"
  hasnt err '^libgasp'
  [ ! -e gasp-out/*.trace ] || fail "$name empty: a trace"
done
