# A filter that includes nothing of the program: gasp run and gasp report say so,
# and which; not if one of its patterns has matched, in any unit.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > main.c <<'END'
extern int leaf (int);
int main (void) { return leaf (0); }
END
echo 'int leaf (int i) { return i; }' > leaf.c

# built OPTION...: profiled, in both ways to know functions.
built ()
{
  run 0 "$CC" -O1 -finstrument-gasp-functions=$mode "$@" main.c leaf.c -o prog
  rm -rf profile
  run 0 "$GASP" run -q -o profile ./prog
}

# says COMMAND FILTER: COMMAND's message is about that one.
says ()
{
  has err "^gasp: $1.*prog.*compiled with a filter that includes only $2, and has none"
}

for mode in $(modes_of "$TEST"); do
  built -finstrument-gasp-include-functions='nosuch*'
  says '' "functions like 'nosuch\*'"
  for format in text json csv html; do
    run 0 "$GASP" report -f $format -o report profile
    says 'report: no function of ' "functions like 'nosuch\*'"
    [ $format != json ] || valid_json report
  done
  built -finstrument-gasp-include-files='other.c'
  says '' "source files like 'other.c'"
  printf 'include function "odd\\"*\ninclude function nosuch\n' > rules
  built -finstrument-gasp-filter=rules
  says '' "functions like '\"odd\\\\\"\*' or the others named"
  # One is enough, and in one unit; stripped, it is still known.
  for filter in functions=nosuch,leaf files=other.c,leaf.c; do
    built "-finstrument-gasp-include-$filter"
    hasnt err 'filter'
    run 0 "$GASP" report profile
    hasnt err 'filter'
    has out ' leaf '
  done
  built -finstrument-gasp-include-functions='nosuch*'
  strip prog
  run 0 "$GASP" run -q -o stripped ./prog
  rm -rf stripped
  says '' "functions like 'nosuch\*'"
  # To exclude everything is no mistake in a pattern.
  built -finstrument-gasp-exclude-functions='*'
  hasnt err 'filter'
done

# Views of which nothing was recorded, one by one, in all formats.
for format in text json csv html; do
  run 0 "$GASP" report -f $format --view=flat,upc,events -o report profile
  has err '^gasp: report: --view=upc: nothing of that was recorded'
  has err '^gasp: report: --view=events: nothing of that was recorded'
  hasnt err 'view=flat'
  [ $format != json ] || valid_json report
  run 0 "$GASP" report -f $format --include='nosuch*' -o report profile
  has err "^gasp: report: --include: no function, event or file is like 'nosuch\*'"
  [ $format != json ] || valid_json report
done
