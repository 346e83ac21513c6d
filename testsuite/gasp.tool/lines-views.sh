# A function's source and instructions with their samples, as text, JSON, CSV and
# HTML; pprof has lines; and where there are no samples, that is said.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/samples.sh"
bias=0x555500000000
{
  echo '#include <stdio.h>'
  echo 'static volatile long sink;'
  echo 'static inline __attribute__ ((always_inline)) long'
  echo 'part (long n)'
  echo '{'
  echo '  return n * sink + 5;	/* PART */'
  echo '}'
  echo '__attribute__ ((noinline)) static long'
  echo 'work (long n)'
  echo '{'
  echo '  sink += part (n);	/* CALL */'
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    echo "  sink += $i;	/* QUIET $i */"
  done
  echo '  return sink * 2;	/* LAST */'
  echo '}'
  echo 'int main (void) { for (int i = 0; i < 10; i++) work (i); return 0; }'
} > a.c
run 0 "$CC" --profile -g -O1 a.c -o prog
GASP_SAMPLE=none recorded 0 ./prog
run 0 "$GASP" report --view=hot-lines profile
has err 'there are no samples in it.*gasp run'
run 0 "$GASP" report --function=work --source profile
has err 'there are no samples in it'
has out 'work \(long n\)'
run 0 "$GASP" report profile
hasnt out '^  hottest'

part=$(line_of PART a.c)
call=$(line_of CALL a.c)
last=$(line_of LAST a.c)
{ module prog $bias
  echo "time $(hexadecimal 80000000) main"
  echo "time $(hexadecimal 80000000) work"
  sample prog $bias a.c "$part" 60 work
  sample prog $bias a.c "$last" 40 work
} > list
put list

# In text: what is inlined counts where it is called, long quiet stretches are left
# out, unless all is wanted.
run 0 "$GASP" report --function=work --source profile
has out '^Source of work'
has out '^ +60\.0 +11 +sink \+= part'
has out '^32\.0 ms +40\.0 +40 +32 +return sink'
has out '^ +\.\.\.$'
hasnt out 'QUIET 10 '
hasnt out '^Instructions'
run 0 "$GASP" report --function=work --source --limit=0 profile
has out 'QUIET 10 '
run 0 "$GASP" report --function=part --source profile
has out "^48\\.0 ms +60\\.0 +60 +$part +return n"
run 0 "$GASP" report --function=work --source --disassemble profile
has out '^Instructions of work'
address=$(address a.c "$last" prog)
has out "^32\\.0 ms +40\\.0 +40 +0x0*${address#0x} .*a\\.c:$last +work"
has out "a\\.c:$part +part"
run 0 "$STOCK" -O1 "$HERE/../tools/json.c" -o json
"$GASP" report -F work -d -f json profile > all.json
./json < all.json || fail "not JSON"
has all.json '"count": 60, .*"name": "part", "file": "a.c", "line": 6'
"$GASP" report -F work --source -f csv --view=source profile > source.csv
has source.csv "^\"source\",(3200000|3199)[0-9]*,(40|39.99)[^,]*,40,.*,$last,"
run 2 "$GASP" report --source profile
has err 'name the function by --function'
run 0 "$GASP" report --source=. profile
run 2 "$GASP" report --disassemble profile
has err 'name the function by --function'
run 1 "$GASP" report --function=wrok --source profile
has err "did you mean 'work'"

# HTML.
run 0 "$GASP" report --format=html --output=report.html profile
has report.html '"Hottest line", *"value": *"a.c:6", *"note": *"60.0 % of the time, in part"'
has report.html '"name":"hot-lines"'

# pprof: a location for each address, with the lines of what is inlined.
run 0 "$GASP" report --format=pprof --output=out.pprof profile
run 0 "$STOCK" "$HERE/../tools/pprof.c" -o pprof
run 0 ./pprof out.pprof
has out "^0 [0-9]+ 0 60 : part:$part < work:$call < main:[0-9]+$"
has out "^0 [0-9]+ 0 40 : work:$last < main:[0-9]+$"
# The time of the function is divided, and nothing added.
"$GASP" report --format=csv profile > csv
self=$(figure self 'long int work(long int)')
awk -v self="$self" '! /: part:4 / && /work/ { sum += $2 } END { exit (sum - self) ^ 2 > 100 }' out \
  || fail "time of work: $self"

# The lines of a function add up to its time, which its calls tell.
"$GASP" report --format=csv --view=hot-lines profile > hot.csv
awk -F, 'NR > 1 { time += $2; count += $4 }
  END { exit (time - 8e7) ^ 2 > 1e10 || count != 100 }' hot.csv \
  || { cat hot.csv; fail "sums"; }

# A library's function goes by the name that it is linked by.
{
  echo 'extern int fetch (int);'
  echo 'int __inside_fetch (int n) { return n * 3; /* FETCH */ }'
  echo 'extern __typeof (fetch) fetch __attribute__ ((alias ("__inside_fetch")));'
} > fetch.c
run 0 "$STOCK" -g -O1 -shared -fPIC fetch.c -o libfetch.so
far=0x7e0000000000
{ module libfetch.so $far
  sample libfetch.so $far fetch.c "$(line_of FETCH fetch.c)" 50 main
} > list
put list
run 0 "$GASP" report --view=hot-lines profile
has out '^100\.0 +50 +fetch\.c:2 +fetch +int __inside'
