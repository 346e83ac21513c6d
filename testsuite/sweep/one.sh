#!/bin/sh
# one.sh - run one program with many settings; part of sweep.sh.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: one.sh FILE
#
# Each run is a line of the program's file in RESULTS: PASS, FAIL, KNOWN or NONE,
# the mode, what was done, and how it ended.

set -u
LC_ALL=C
export LC_ALL
PATH=$BUILD/bin:$PATH
file=$1
name=$(basename "$file")
result=$RESULTS/$name
scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
: > "$result"

case $name in
*.C) compiler=gaspc++;;
*.c) compiler=gaspcc;;
*) compiler=gaspfort;;
esac

# What the file asks the compiler for.
options=$(sed -n 's/.*{ *dg-\(additional-\)\{0,1\}options *"\([^"]*\)".*/\2/p' \
  "$file" | tr '\n' ' ')

# run OUTPUT COMMAND...: how it ends, in $ended.
run ()
{
  output=$1
  shift
  ended=0
  setsid timeout -s KILL 60 "$@" < /dev/null > "$output" 2> messages || ended=$?
}

# note VERDICT WHAT: WHAT has been done.
note ()
{
  printf '%s\t%s\t%s\t%s\tended with %s; plain, %s%s\n' "$1" "$name" "$mode" \
    "$2" "$ended" "$right" "${differs:+, and other output}" >> "$result"
}

is_known ()
{
  grep -v '^#' "$HERE/known" | while read -r program what reason; do
    case "$name $1" in
    "$program".*"$what"*) echo "$reason"; break;;
    esac
  done | grep -q .
}

# judge WHAT: the run that there has been is like the plain ones.
judge ()
{
  differs=
  [ -z "$alike" ] || cmp -s plain output || differs=yes
  if [ "$ended" = "$right" ] && [ -z "$differs" ]; then
    note PASS "$1"
  elif is_known "$1"; then
    note KNOWN "$1"
  else
    note FAIL "$1"
    tail -n 3 messages >> "$result"
  fi
}

now ()
{
  date +%s%N | sed 's/.......$//'
}

# Two plain runs: whether they end alike.  LASTS is how long one takes, in
# hundredths of a second.
run_plain ()
{
  run plain env GASP_OFF=1 ./prog
  right=$ended
  before=$(now)
  run again env GASP_OFF=1 ./prog
  lasts=$(($(now) - before))
  alike=$(cmp -s plain again && echo yes)
  differs=
  [ "$right" != 137 ] && [ "$right" = "$ended" ]
}

all_settings ()
{
  sed '/^#/d; s/^-$//' "$SETTINGS"
}

run_with_settings ()
{
  all_settings | while read -r settings; do
    rm -rf record
    run output gasp run -q -o record $settings ./prog
    judge "gasp run $settings"
    [ ! -d record ] || gasp report --format=csv record > report 2> messages \
      || [ "$(ls record | wc -l)" = 0 ] || { ended=$?; note FAIL report; }
  done
}

# wait_a_little: up to MOST hundredths of a second.
wait_a_little ()
{
  hundredths=$(awk -v most="$1" -v seed="$turn$$" 'BEGIN {
    srand (seed); printf "%.4f", rand () * most / 100 }')
  sleep "$hundredths"
}

# attach_and_detach: attach with SETTINGS.
attach_and_detach ()
{
  wait_a_little "$lasts"
  for what in attach detach attach; do
    set -- "$what"
    # shellcheck disable=SC2086 # Settings are several words.
    [ "$what" = detach ] \
      || set -- "$what" -w 0 -o "$scratch/record" $settings
    timeout 60 gasp "$@" "$process" > /dev/null 2>&1
    case $? in 124 | 137) echo "FAIL	$name	$mode	gasp $what hung" >> "$result";; esac
    wait_a_little 1
  done
}

attach_at_random ()
{
  turn=0
  while [ $turn -lt "$TURNS" ]; do
    turn=$((turn + 1))
    rm -rf record process
    settings=$(all_settings | sed -n "$((turn % $(all_settings | wc -l) + 1))p")
    # The shell that is given the program's place says which process that is.
    ( run output sh -c 'echo $$ > process; exec ./prog'
      echo "$ended" > ended ) &
    while [ ! -s process ]; do sleep 0.001; done
    process=$(cat process)
    attach_and_detach
    wait
    ended=$(cat ended)
    judge "attached to $settings"
  done
}

for mode in $MODES; do
  ended=0 right=0 differs=
  # shellcheck disable=SC2086 # Options are several words.
  if ! $compiler $OPTIONS -w -D_GNU_SOURCE -I"$(dirname "$file")" $options \
      -finstrument-gasp-functions="$mode" "$file" -o prog -pthread -lm \
      2> messages || ! run_plain; then
    note NONE ""
    continue
  fi
  run_with_settings
  [ "$lasts" -lt 2 ] || attach_at_random
done
echo "$name"
