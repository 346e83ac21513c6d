# What the processor did in a part of the run: of plain and instrumented programs, with
# several threads and processes, by function and line, within some samples of what the
# program's own clock says.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
cp "$HERE/../gasp.tool/phases.c" prog.c

# part FROM TO FUNCTION LEAST MOST: of FUNCTION, in ms, with what it called.
part ()
{
  table flat profile flat --from="$1" --to="$2"
  ms=$(field name "$3" total)
  ms=$((${ms:-0} / 1000000))
  echo "$3 from $1 to $2: $ms ms"
  least "$3" "$ms" "$4"
  most "$3" "$ms" "$5"
}

check ()
{
  rm -rf profile
  run 0 "$GASP" run -q -o profile "./$1"
  cp out times
  table processes profile threads
  start=$(field program "$PWD/$1" started | sort -n | head -n 1)
  marks=$(awk -v start="$start" '{ printf "%dus ", $1 - start / 1000 }' times)
  echo "marks: $marks"
  # shellcheck disable=SC2086
  set -- $marks
  part 0 "$1" first 120 180
  part 0 "$1" second 0 20
  part "$1" "$2" first 0 20
  part "$1" "$2" second 120 180
  part "$2" "$3" other 75 125
  part "$3" 1000 child 70 130
  part "$3" 1000 other 0 20
}

run 0 "$STOCK" -O1 -g prog.c -o plain -pthread
check plain
table hot-lines profile hot-lines --from=0 --to=100ms
grep '"prog.c:[0-9]*","work"' table.csv || fail "no line"
run 0 "$CC" -O1 -g --profile prog.c -o prog -pthread
check prog

run 2 "$GASP" report --from=3s --to=2s profile
GASP_SAMPLE=none run 0 "$GASP" run -q --exact -o timed ./prog
run 1 "$GASP" report --to=2s timed
grep 'no moments' err
