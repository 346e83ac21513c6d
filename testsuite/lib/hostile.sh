# hostile.sh - values that no option expects, and what must become of them.
#
# SPDX-License-Identifier: Apache-2.0

nines=$(head -c 100000 /dev/zero | tr '\0' 9)
letters=$(head -c 100000 /dev/zero | tr '\0' x)
terminal=$(printf '\033[31mred\nline\r\302\233\377%%s%%n')
escapes=$(printf '[\001-\010\013-\037\177]')

# try WORD...: gasp with these; its status in got.
try ()
{
  got=0
  timeout 60 "$GASP" "$@" > out 2> err < /dev/null || got=$?
  shown=$(echo "$*" | head -c 200 | tr -c '[:print:]' '?')
  hasnt err "$escapes"
}

# refused STATUS REGEXP WORD...
refused ()
{
  want=$1 regexp=$2
  shift 2
  try "$@"
  [ "$got" = "$want" ] || fail "$shown: status $got"
  has err "$regexp"
}
