# profile.sh - what the tests of the sample tool share.
#
# SPDX-License-Identifier: Apache-2.0

# example [OPTION...]: compile sample.c as ./prog.
example ()
{
  cp "$HERE/../gasp.tool/sample.c" .
  if [ $# -eq 0 ] && cp "$TOOLS/sample" prog 2> err; then return; fi
  run 0 "$CC" -g -O1 --profile -pthread "$@" sample.c -o prog
}

# recorded STATUS COMMAND...: measure, into the directory profile.  gasp cannot
# run another machine's programs; what runs them can be told to preload.
recorded ()
{
  status=$1
  shift
  if [ -z "$RUNNER" ]; then
    run "$status" "$GASP" run -q -o profile "$@"
  else
    ln -sfn "$BUILD/lib" lib
    GASP_OUTPUT=$PWD/profile run "$status" preloading lib/libgasptool.so "$@"
  fi
}

# same_as_plain PROGRAM SETTINGS...: PROGRAM.c, of any directory of tests and
# instrumented in both ways (modes_of), with more options in $options, ends and says
# with each of the SETTINGS what it does without; and the function "look", of the test,
# is content with the profile.
same_as_plain ()
{
  program=$1
  shift
  for mode in $(modes_of "$program"); do
    run 0 "$CC" -O1 -w -D_GNU_SOURCE -finstrument-gasp-functions=$mode \
      "$HERE/../$program.c" -o prog -pthread ${options-}
    ended=0
    GASP_OFF=1 timeout 60 ./prog > right 2>&1 || ended=$?
    [ $ended != 77 ] || continue
    for settings; do
      echo "$program $mode $settings"
      rm -rf profile
      run $ended timeout 60 "$GASP" run -q -o profile $settings ./prog
      diff right out || fail "other output"
      look
    done
  done
}

# profile STATUS COMMAND...: measure, and report as CSV into the file csv.
profile ()
{
  rm -rf profile
  recorded "$@"
  "$GASP" report --format=csv --view=flat profile > csv
}

# profile_apart STATUS COMMAND...: the same, for programs that take next to no time,
# with no sample in the C library: each report would read its debugging information.
profile_apart ()
{
  for try in 1 2 3 4 5 6 7 8 9 10; do
    profile "$@"
    "$GASP" report --format=csv --view=samples profile | grep -q '/libc' || return 0
  done
}

# figure COLUMN FUNCTION: of the flat profile in csv.
figure ()
{
  awk -v column="$1" -v name="\"$2\"" '
    # Fields, those in quotes whole.
    function split_csv(line, field,   n, rest) {
      n = 0
      while (match (line, /^("([^"]|"")*"|[^,]*)(,|$)/)) {
	field[++n] = substr (line, 1, RLENGTH)
	sub (/,$/, "", field[n])
	rest = length (line) > RLENGTH
	line = substr (line, RLENGTH + 1)
	if (!rest)
	  break
      }
      return n
    }
    NR == 1 { n = split_csv($0, f)
	      for (i = 1; i <= n; i++) { gsub (/"/, "", f[i]); at[f[i]] = i }
	      next }
    { split_csv($0, f) }
    f[at["function"]] == name { print f[at[column]]; found = 1 }
    END { if (!found) print "none" }' csv
}

# rows PROGRAM FILE: awk, for gasp's CSV without its quotes; at["NAME"] is the number of
# the column NAME, in the tables of the report from there on.
rows ()
{
  awk -F, '{ gsub (/"/, "") }
    $1 == "table" { delete at; for (i = 1; i <= NF; i++) at[$i] = i }
    '"$1" "$2"
}

# member NAME FILE...: the first number of that name in each, of gasp's JSON.
member ()
{
  name=$1
  shift
  for file; do
    sed -n "s/.*\"$name\": *\([0-9.]*\).*/\1/p" "$file" | head -n 1
  done
}

# calls N FUNCTION: it was called N times.
calls ()
{
  got=$(figure calls "$2")
  [ "$got" = "$1" ] || { cat csv; fail "$2: $got calls, not $1"; }
}

# called FILE: each line "FUNCTION LINE N" read says that FILE's was called N times.
called ()
{
  while read -r function line times; do
    calls "$times" "$function ($1:$line)"
  done
}

# valid_json FILE
valid_json ()
{
  if command -v python3 > /dev/null && python3 -c 0 2> /dev/null; then
    python3 -m json.tool "$1" > /dev/null || fail "$1 is not JSON"
  fi
  "$TOOLS/json" < "$1" || fail "$1 is not JSON"
}
