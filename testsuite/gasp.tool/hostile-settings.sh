# Each variable of the environment with values that nobody means: a message
# with name and value and without commands to the terminal, or none where the
# value can be taken; the program's output and status are its own.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
example
case $BUILD in *' '*) unsupported "blanks in the path" ;; esac
LIB=$BUILD/lib/libgasptool.so
nines=$(head -c 100000 /dev/zero | tr '\0' 9)
letters=$(head -c 100000 /dev/zero | tr '\0' x)
terminal=$(printf '\033[31mred\nline\r\302\233\377%%s%%n%%n')
escapes=$(printf '[\001-\010\013-\037\177]')

# try NAME VALUE: into the files out and err.
try ()
{
  got=0
  rm -rf gasp-out
  timeout 60 env LD_PRELOAD="$LIB" "$1=$2" ./prog > out 2> err < /dev/null || got=$?
  shown=$(printf '%.30s' "$2" | tr -c '[:print:]' '?')
  [ $got -eq 3 ] || fail "$1=$shown: status $got"
  has out '^output$'
  hasnt err "$escapes"
  longest=$(awk '{ if (length ($0) > n) n = length ($0) } END { print n + 0 }' err)
  [ "$longest" -lt 5000 ] || fail "$1=$shown: a line of $longest bytes"
}

# refused NAME VALUE: with the value, or its beginning, and what would be right.
refused ()
{
  try "$1" "$2"
  has err "^libgasp: $1"
  grep "^libgasp: $1" err | grep -Eq 'may be|not one of|: not |not supported|Not supported|not exist|cannot|too long' \
    || { cat err; fail "$1=$shown: nothing says what is wrong"; }
}

taken ()
{
  try "$1" "$2"
  hasnt err '^libgasp'
}

"$GASP" list settings --names > names
for name in $(cat names); do
  taken $name ''
  for value in "$nines" "$letters" "$terminal" ' ' -1 0 nan 0x10 1e999 \
      99999999999999999999 18446744073709551615 , ',,,:::' : /dev/null; do
    its_turn 9 || continue
    try $name "$value"
  done
done
rm -rf -- *999999* *red* ' ' -- -1 0 nan 0x10 1e999 1844* , ',,,:::' :
for name in GASP_OFF GASP_VERBOSE GASP_MULTIPLEX GASP_CLOCK GASP_TIMING \
    GASP_BUDGET GASP_MEMORY GASP_SAMPLE; do
  for value in "$letters" "$terminal" ' ' -1 nan nonsense ,; do
    its_turn 2 || continue
    refused $name "$value"
  done
done
for value in "$letters" "$terminal" -1 0 1G1 1Z GG 1.5 1e9; do
  refused GASP_RECORD_LIMIT "$value"
done
for value in "$letters" "$terminal" nonsense -1 PAPI_TOT_CYC:0 PAPI_; do
  refused GASP_COUNTERS "$value"
done
for value in "$letters" /dev/null /proc/self /proc/nonexistent; do
  refused GASP_OUTPUT "$value"
done
for value in PAPI_TOT_CYC:0 PAPI_TOT_CYC: :1000 PAPI_TOT_CYC:-5 \
    PAPI_TOT_CYC:99999999999999999999999 NOTHING:100; do
  refused GASP_SAMPLE "$value"
done
