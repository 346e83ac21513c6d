# Exports for other programs: what they read in them is what was measured.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog
run 0 "$GASP" report --format=json --view=tree -o tree.json profile
whole=$(sed -n 's/.*"total_time": \([0-9]*\).*/\1/p' tree.json)
# near A B: no more than a thousandth apart.
near ()
{
  awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(d < 0 ? -d <= a / 1000 + 50 : d <= a / 1000 + 50) }' \
    || fail "$1 is not $2"
}
run 0 "$GASP" report --format=folded -o folded profile
near "$whole" "$(awk '{ sum += $NF } END { printf "%.0f", sum }' folded)"
has folded '^main;(.*;)?(node|twice|phase)[^;]* [0-9]+$'
run 0 "$GASP" report --format=callgrind -o callgrind profile
has callgrind '^fn=leaf$'
near "$whole" "$(sed -n 's/^totals: //p' callgrind)"
if command -v callgrind_annotate > /dev/null; then
  run 0 callgrind_annotate --threshold=100 callgrind
  has out 'PROGRAM TOTALS'
  has out 'sample.c:leaf'
  near "$whole" "$(sed -n 's/^ *\([0-9,]*\) .*PROGRAM TOTALS.*/\1/p' out | tr -d ,)"
fi
run 0 "$GASP" report --format=speedscope -o speedscope.json profile
has speedscope.json 'speedscope.app/file-format-schema.json'
if command -v node > /dev/null; then
  run 0 node -e '
    const s = JSON.parse (require ("fs").readFileSync ("speedscope.json"));
    for (const p of s.profiles) {
      if (p.samples.length !== p.weights.length) throw "lengths";
      if (p.samples.some (x => x.some (i => !s.shared.frames[i].name))) throw "frame";
    }
    console.log (s.profiles.reduce ((n, p) => n + p.endValue, 0));'
  near "$whole" "$(cat out)"
fi
# TAU: of each thread, functions that add up to its time, and call paths.
run 0 "$GASP" report --format=tau -o tau profile
has tau/profile.0.0.0 '^[0-9]+ templated_functions_MULTI_TIME$'
has tau/profile.0.0.0 '^"leaf \[\{.*sample.c\} \{[0-9]+\}\]" [0-9]+ 0 [0-9.]+ [0-9.]+ 0 GROUP="TAU_USER"$'
has tau/profile.0.0.0 '^".TAU application => main .* => leaf .*GROUP="TAU_CALLPATH"$'
[ "$(head -n 1 tau/profile.0.0.0 | cut -d' ' -f1)" = "$(grep -c '^"' tau/profile.0.0.0)" ] \
  || fail "the number of functions is wrong"
near "$whole" "$(cat tau/profile.* | grep -v CALLPATH | sed -n 's/^".*" [0-9]* [0-9]* \([0-9.]*\) [0-9.]* 0 GROUP.*/\1/p' \
  | awk '{ sum += 1000 * $1 } END { printf "%.0f", sum }')"
run 2 "$GASP" report --format=tau profile
has err 'name the directory'
# Messages that GCC's problem matchers know.
run 0 "$GASP" report --format=messages -m 0.001 -o messages profile
has messages '^.*sample.c:[0-9]+:[0-9]+: (warning|note): .* %\) here, [0-9.]+( [kMG])? calls$'
hasnt messages '^[^:]*:[^0-9]'
run 0 "$GASP" report --format=pprof -o pprof profile
calls=$(awk -F, '/"int leaf\(int\)"/ { print $6 }' csv)
if command -v go > /dev/null; then
  run 0 env HOME="$PWD" go tool pprof -raw pprof
  has out 'calls/count time/nanoseconds'
  has out '[0-9] M=[0-9]+ leaf .*sample.c:[0-9]+'
  run 0 env HOME="$PWD" go tool pprof -top -nodefraction=0 -sample_index=calls pprof
  has out "^ *$calls .* leaf"
fi
if command -v protoc > /dev/null; then
  protoc --decode_raw < pprof > raw || fail "protoc cannot read it"
  has raw '6: "leaf"'
fi
