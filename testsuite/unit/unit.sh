#!/bin/sh
# unit.sh - compile and run the unit tests.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: unit.sh SOURCE BUILD [PART/NAME.c...]
#
# Each is testsuite/unit/PART/NAME.c, or such a file elsewhere, and includes sources of
# PART by their names, wherever below PART they are.  What these need beside is taken
# from the objects in BUILD; a function that the test defines stands for theirs.
# Everything is written below BUILD/testsuite/unit.  The last
# line is "units: N tests, N checks, N failed".  CC is the compiler.

set -u

# part_of TEST
part_of ()
{
  basename "$(dirname "$1")"
}

# find_part PART: the name of its directory, below SOURCE.
find_part ()
{
  for directory in "$1" "models/$1"; do
    [ -d "$SOURCE/$directory" ] && echo "$directory" && return
  done
  echo "unit.sh: no part $1" >&2
}

# include_paths DIRECTORY: all below it.
include_paths ()
{
  find "$SOURCE/$1" -type d | sed 's/.*/-I&/'
}

# flags_of PART: beside those that all have.
flags_of ()
{
  case $1 in
    report) echo "-std=gnu11 -I$BUILD/obj -DREPORT_DIR=\"$SOURCE/report/formats\"" ;;
    plugin) echo "-x c++ -std=gnu++14" ;;
    tool | libgasp) echo "-std=gnu11 -U_FORTIFY_SOURCE -include $SOURCE/shared/own.h" ;;
    *) echo "-std=gnu11" ;;
  esac
}

# archive PART: its objects, and those that stand for the C library's functions.
archive ()
{
  case $1 in tool) own=libgasp/libc ;; *) own= ;; esac
  (cd "$BUILD/obj" && find "$(find_part "$1")" $own -name '*.c.o') | while read -r object; do
    [ ! -e "$SOURCE/${object%.o}" ] || echo "$BUILD/obj/$object"
  done | xargs ar rcsT "$work/$1.a"
}

# run_one TEST: build and run it; its output goes to a file.
run_one ()
{
  part=$(part_of "$1")
  name=$part-$(basename "$1" .c)
  sanitize=$(grep -o -- '-fsanitize=[a-z,]*' "$BUILD/obj/c.how" | head -n 1)
  # shellcheck disable=SC2046
  { $CC -D_GNU_SOURCE= -g -O0 -Wall -Wextra -Wno-unused-function $sanitize \
      -I"$SOURCE/testsuite/unit" $(include_paths "$(find_part "$part")") \
      -I"$SOURCE/include" -I"$BUILD/include" -I"$SOURCE/shared" -I"$BUILD/obj" \
      $(flags_of "$part") "$1" -x none "$work/$part.a" -Wl,--allow-multiple-definition -lm -ldl -lpthread -o "$work/$name" \
    && timeout 20 "$work/$name" || echo "it ended with status $?"; } \
    > "$work/$name.out" 2>&1 < /dev/null
}

if [ "${1-}" = --one ]; then
  run_one "$2"
  exit 0
fi

[ $# -ge 2 ] || { sed -n '/^# usage:/,/^$/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
SOURCE=$(cd "$1" && pwd -P) && BUILD=$(cd "$2" && pwd -P) || exit 2
work=$BUILD/testsuite/unit
CC=${CC:-gcc}
export SOURCE BUILD work CC
shift 2
[ $# -gt 0 ] || set -- "$SOURCE"/testsuite/unit/*/*.c
rm -rf "$work"
mkdir -p "$work"
for test; do
  case $test in /*) ;; *) test=$SOURCE/testsuite/unit/$test ;; esac
  echo "$test"
done > "$work/tests"
for part in $(while read -r test; do part_of "$test"; done < "$work/tests" | sort -u); do
  archive "$part"
done
tr '\n' '\0' < "$work/tests" \
  | xargs -0 -r -n 1 -P "$(nproc 2> /dev/null || echo 2)" sh "$SOURCE/testsuite/unit/unit.sh" --one
cd "$work" || exit 2
for out in *.out; do
  if tail -n 1 "$out" | grep -Eq '^[1-9][0-9]* checks, 0 failed$'; then
    checked=ok
  else
    checked=FAILED
    sed 's/^/  | /' "$out"
  fi
  echo "${out%.out}: $checked"
done > results
cat ./*.out | awk '
  / checks, [0-9]+ failed$/ { checks += $1; failed += $3 }
  END { printf "%d checks, %d failed", checks, failed }' > sum
cat results
echo "units: $(wc -l < tests) tests, $(cat sum)"
[ -s tests ] && ! grep -q 'FAILED$' results
