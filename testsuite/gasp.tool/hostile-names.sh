# Names of functions, source files and user events with line feeds, commands to
# the terminal, markup, quotes, commas and what is not UTF-8.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.C <<'EOF'
#include <cstdio>
#include <pupc.h>
#define KEEP __attribute__ ((noipa))
KEEP int named (int n) __asm__ ("a.b$cö.d");
#line 5 "dir,with \"quotes\" & <b>x</b>/fil\033[31me\n\377\376'.c"
KEEP int named (int n) { return n + 2; }
namespace größe { template <class T> struct 数 { KEEP int métode (T t) { return named (t); } }; }
#line 9 "</script><script>alert(1)</script>"
KEEP int other (int n) { return größe::数<int> ().métode (n); }
#line 10 "\342\200\256live\342\201\246.c"
KEEP int turned (int n) { return other (n); }
#line 12 ""
KEEP int nowhere (int n) { return turned (n); }
#line 20 "prog.C"
int main ()
{
  unsigned event = pupc_create_event ("ev\033]0;title\007\n,\"'<i>\377%s%n", "desc %s,\033[2J\"<b>\n\377");
  unsigned nameless = pupc_create_event ("", "");
  unsigned formula = pupc_create_event ("=1+1\t\r", "%d");
  pupc_event_start (event, "arg\033[1m</script><script>alert(2)\"\377\n");
  pupc_event_end (event, "x");
  pupc_event_atomic (nameless);
  pupc_event_atomic (formula, 3);
  printf ("%d\n", nowhere (3));
}
EOF
# Some bytes are told apart by nothing but their number.
escapes=$(printf '[\001-\010\013-\037\177]')
for mode in $(modes_of "$TEST"); do
  for options in -O0 '-g -O2' '-g -O2 -flto'; do
    run 0 "$CXX" $options --profile -finstrument-gasp-functions=$mode prog.C -o prog
    rm -rf profile
    run 0 "$GASP" run -q -o profile ./prog
    has out '^5$'
    for format in text json csv html; do
      for locale in C C.UTF-8; do
	LC_ALL=$locale "$GASP" report -f $format profile > as.$format 2> err \
	  || fail "$format: $?"
	hasnt as.$format "$escapes"
	[ ! -s err ] || fail "$format complains"
      done
    done
    # One row an event, a function; none is broken in two.
    count 1 as.csv '^"flat",.*"int named\(int\)","named","dir,with ""quotes"" & <b>x</b>/fil.*'"'"'\.c:5"'
    count 1 as.csv '^"flat",.*"int gr.*::m.*tode\(int\)"'
    count 1 as.csv '^"flat",.*"ev.*\]0;title.*,""'"'"'<i>.*%s%n"'
    # One is of standard output's buffer.
    count 13 as.csv '^"'
    count 13 as.csv '.'
    valid_json as.json
    hasnt as.html '<script>alert|</b>/fil|<i>'
    has as.text 'ev\?\]0;title\?\?,"'"'"'<i>\?%s%n'
    if command -v iconv > /dev/null; then
      for format in text json csv html; do
	iconv -f UTF-8 -t UTF-8 as.$format > /dev/null || fail "$format is not UTF-8"
      done
    fi
  done
done
