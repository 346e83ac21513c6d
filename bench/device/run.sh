# run.sh - figures of OpenMP on a GPU: kernels' times beside CUDA's own, bytes and counts.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: run.sh		in a directory that pack.sh has made
#
# Takes some minutes at most.  What cannot be measured is said, with the reason.

dir=$(cd "$(dirname "$0")" && pwd)
cd "$dir" || exit
export LD_LIBRARY_PATH="$dir/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export OMP_TARGET_OFFLOAD=MANDATORY
gasp=$dir/bin/gasp
failed=0

missing () { echo "missing: $*"; }
# figure NAME VALUE WANTED: right if they are the same.
figure ()
{
  right=right
  [ "$2" = "$3" ] || { right="WRONG: not $3"; failed=1; }
  echo "$1: $2: $right"
}
# near NAME NS WANTED: within 5 %.
near ()
{
  percent=$(awk -v a="$2" -v b="$3" 'BEGIN { printf "%.2f", b ? (a - b) / b * 100 : 999 }')
  right=$(awk -v p="$percent" 'BEGIN { print p < 5 && p > -5 ? "right" : "WRONG" }')
  [ $right = right ] || failed=1
  echo "$1: $2 ns, CUDA's $3 ns, $percent %: $right"
}
# column NAME: the numbers of that column of table.csv.
column ()
{
  awk -F, -v name="$1" '{ gsub (/"/, "") }
    $1 == "table" && $2 == "total" { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == "devices" { print $at[name] }' table.csv
}
sum () { awk '{ s += $1 } END { printf "%.0f\n", s }'; }
# profiled NAME SETTING...: it runs; its table is table.csv.
profiled ()
{
  program=$1
  shift
  rm -rf profile
  env "$@" timeout 100 "$gasp" run -q -o profile "./$program" > out 2> err \
    && grep -q '^right$' out || { missing "$program: $(tail -n 1 err)"; failed=1; return 1; }
  "$gasp" report --view=devices --format=csv --limit=0 --output=table.csv profile 2> err.report
}

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2> /dev/null \
  || missing "nvidia-smi"

# ---- What a tool from the text of OpenMP 5.2 alone is told.
timeout 100 "$gasp" run --ompt-tool=./tool.so ./all > out 2> err
gpus=$(sed -n 's/^the host is //p' out)
if [ "${gpus:-0}" = 0 ]; then
  missing "everything: libgomp does not use a GPU here: $(head -n 1 err)"
  exit 1
fi
echo "devices: $gpus"
figure "wrong by OpenMP 5.2" "$(grep -c '^wrong:' out)" 0
figure "copies of 800000 bytes to devices" \
  "$(grep -c "^op 2 end $gpus -> [0-9]* 800000\$" out)" 12
figure "copies of 800000 bytes back" \
  "$(grep -c "^op 3 end [0-9]* -> $gpus 800000\$" out)" 8
figure "kernels" "$(grep -c '^submit end' out)" 7
grep '^traced' out

# ---- Times of kernels.
for cupti in no yes; do
  profiled kernel-time GASP_CUPTI=$cupti || continue
  cuda=$(sed -n 's/^CUDA \(.*\) ns$/\1/p' out)
  why=$(sed -n "s/.*by the host's clock: //p" err)
  [ -z "$why" ] || { missing "times by CUPTI: $why"; continue; }
  near "kernels by $(column clock | tail -n 1)" "$(column kernel_time | sort -n | tail -n 1)" \
    "$cuda"
  echo "the driver's part: $(column driver_time | sum) ns"
done

# ---- Nested regions, nowait and depend.
if profiled constructs; then
  figure "kernels of constructs" "$(column kernels | sum)" 4
  figure "bytes back of constructs" "$(column from_bytes | sum)" 3200000
fi

# ---- What it costs.
echo "plain: $(timeout 60 ./plain-launches | head -n 1)"
for cupti in no yes; do
  profiled launches GASP_CUPTI=$cupti || continue
  echo "recorded, CUPTI $cupti: $(head -n 1 out), $(grep -c "host's clock" err) without"
done
[ "$gpus" -gt 1 ] || missing "two devices at a time: one GPU"
[ $failed = 0 ] && echo "all right" || echo "something is wrong"
exit $failed
