# wakers.sh - what tests share of who ends a thread's waits, after profile.sh and table.sh.
# prog.c says of each wait, in lines "WAY THREAD NANOSECONDS", who ended it and how long it
# was; the test has "ended_at WAY", the line that ended it.
#
# SPDX-License-Identifier: Apache-2.0

# line MARK: the place of the line of prog.c with this comment.
line () { echo "prog.c:$(grep -n "/[*] $1 [*]/" prog.c | cut -d: -f1)"; }

# known PROGRAM READS: all of its waits are as it says.
known ()
{
  program=$1
  rm -rf profile
  run 0 "$GASP" run -q -o profile "./$program" "$2"
  grep -E "^[a-z]+ [0-9]+ " out > own
  [ -s own ] || fail "$program: no waits"
  table lock-blame profile blocking
  while read -r way thread took; do
    at=$(line "waits $way")
    same "$program: by whom $way" "$(field location "$at" holder)" "$thread"
    same "$program: at which line $way" "$(field location "$at" holder_location)" \
      "$(ended_at "$way")"
    time=$(field location "$at" time)
    most "$program: how long $way took" "$time" "$took"
    least "$program: how long $way took" "$time" $((took / 2))
  done < own
}

# ended_by: builds prog.c with instrumentation and without; all is known, also where a
# budget leaves events out.
ended_by ()
{
  run 0 "$CC" -g -O1 --profile -pthread prog.c -o prog
  run 0 "$CC" -g -O1 -pthread prog.c -o plain
  known prog 0
  known plain 0
  known prog 300000
}
