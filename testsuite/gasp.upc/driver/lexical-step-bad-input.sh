# The lexical step takes any text, without error or delay.
#
# SPDX-License-Identifier: Apache-2.0

san="-fsanitize=address,undefined -fno-sanitize-recover"
echo "int main (void) { return 0; }" > x.c
$STOCK $san x.c -o x 2> /dev/null || san=
run 0 $STOCK -std=gnu11 -D_GNU_SOURCE -g -O1 $san -I"$SOURCE/plugin/upc/lex" \
  "$SOURCE"/plugin/upc/lex/*.c "$SOURCE/testsuite/tools/upc-lex.c" -o lex

# many N TEXT: N times TEXT.
many () { awk -v n="$1" -v text="$2" 'BEGIN { while (n--) printf "%s", text }'; }
lexes () { run 0 sh -c './lex < in'; }

N=$(often 10000 30000)
while IFS='|' read -r before text middle after; do
  { printf '%s' "$before"; many $N "$text"; printf '%s' "$middle"
    many $N "$after"; echo; } > in
  lexes > /dev/null
done <<'END'
void f () {|upc_forall (;;;i) |;|}
int x = |(|1|);
|shared |int x;|
|strict const |int shared x;|
int x = |upc_localsizeof |x;|
int x = |upc_blocksizeof (|x|)
shared int a|[THREADS |;|]
int |(*|shared a|)[THREADS]
|a ||{
*| __attribute__ ((x)) |shared p;|
void f () {|if (x) |;|else ;
void f () {|do |;|while (x);
|shared [|2|]
case |a ? |b|: c
|struct {|x|}
|({|x|})
|upc_barrier ||;
void f () {|forall (;;;i) |;|}
void f () {|barrier |;|}
void f () |{ wait (|x|);
|typedef shared int T[THREADS]; |T x;|{ T y; 
END
while IFS= read -r line; do
  echo "$line" > in
  lexes
done <<'END'
shared
shared [
shared ]
* shared [
upc_forall
upc_forall (
upc_forall (;
upc_forall (;;;
upc_forall (;;;continue
upc_forall (;;;) }
{ upc_barrier }
{ forall
{ forall (;;;) }
{ barrier
{ fence
{ wait ) 1
{ notify "a
upc_localsizeof
upc_localsizeof (
upc_localsizeof ) x
upc_localsizeof a.
) ] } ( [ {
#pragma upc
#pragma upc strict
typedef shared int THREADS[THREADS];
typedef
{ case 1 ? 2 : 3 : upc_fence
else else while do if
"string
'c
END
: > in
lexes
head -c 100000 /dev/urandom > in
lexes > /dev/null
