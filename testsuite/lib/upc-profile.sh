# upc-profile.sh - what the tests of UPC in the sample tool share.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"

# upc_profile THREADS [OPTION...]: compile upc.c and measure it.
upc_profile ()
{
  threads=$1
  shift
  cp "$HERE/../gasp.tool/upc.c" upc.upc
  run 0 "$UPCC" -g --profile "$@" upc.upc -o prog
  rm -rf profile
  run 0 env UPC_THREADS="$threads" "$GASP" run -q -o profile ./prog
  run 0 "$GASP" report --format=csv --view=upc --output=tables.csv profile
}

# The line that has MARK in a comment.
line_of ()
{
  grep -n "/\* $1 \*/" upc.upc | cut -d: -f1
}

# rows TABLE FIELD VALUE...: how many of its rows in tables.csv have these.
rows ()
{
  awk -v table="$1" -v wanted="$(shift; printf '%s\n' "$@")" '
    # Fields, those in quotes without them.
    function split_csv(line, field,   n, one, rest) {
      n = 0
      while (match (line, /^("([^"]|"")*"|[^,]*)(,|$)/)) {
	one = substr (line, 1, RLENGTH)
	rest = sub (/,$/, "", one)
	gsub (/^"|"$/, "", one)
	field[++n] = one
	line = substr (line, RLENGTH + 1)
	if (!rest)
	  break
      }
      return n
    }
    BEGIN { pairs = split (wanted, want, "\n") }
    { n = split_csv($0, f) }
    f[1] == "table" { delete at; for (i = 1; i <= n; i++) at[f[i]] = i; next }
    f[1] == table {
      for (i = 1; i < pairs; i += 2)
	if (!(want[i] in at) || f[at[want[i]]] != want[i + 1])
	  next
      count++
    }
    END { print count + 0 }' tables.csv
}

# row TABLE FIELD VALUE...: there is one such.
row ()
{
  count=$(rows "$@")
  [ "$count" = 1 ] || { cat tables.csv; fail "$count rows with $*"; }
}

# no_row TABLE FIELD VALUE...: there is none.
no_row ()
{
  count=$(rows "$@")
  [ "$count" = 0 ] || { cat tables.csv; fail "$count rows with $*"; }
}
