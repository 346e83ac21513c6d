# Variables, options of programs and of gasprun with values that nobody means: a
# message with the value, or its beginning, and what would be right, without
# commands to the terminal.  What the environment says costs no more than that.
#
# SPDX-License-Identifier: Apache-2.0

G=$BUILD/bin/gasprun
cat > a.upc <<'END2'
#include <upc.h>
#include <stdio.h>
int main (int argc, char **argv)
{
  shared char *p = upc_all_alloc (THREADS, 100);
  if (MYTHREAD == 0)
    printf ("ran %d\n", p && THREADS > 0);
  upc_barrier;
  return 3;
}
END2
run 0 "$UPCC" a.upc -o a
nines=$(head -c 100000 /dev/zero | tr '\0' 9)
letters=$(head -c 100000 /dev/zero | tr '\0' x)
terminal=$(printf '\033[31mred\nline\r\302\233\377%%s%%n')
escapes=$(printf '[\001-\010\013-\037\177]')

# clean: what is in err fits a terminal.
clean ()
{
  hasnt err "$escapes"
  longest=$(awk '{ if (length ($0) > n) n = length ($0) } END { print n + 0 }' err)
  [ "$longest" -lt 3000 ] || fail "a line of $longest bytes"
}

for name in UPC_THREADS UPC_SHARED_HEAP_SIZE UPC_CONDUIT UPC_MPI UPC_NODE_SIZE; do
  for value in "$nines" "$letters" "$terminal" ' ' -1 1e3 0x2 nan +2 '2 ' 1K2 \
      99999999999999999999 18446744073709551616; do
    echo "$name=$(printf %.20s "$value" | tr -c '[:print:]' '?')"
    got=0
    timeout 60 env "$name=$value" ./a > out 2> err < /dev/null || got=$?
    [ $got = 3 ] || { cat err; fail "status $got"; }
    has out '^ran 1$'
    has err "^libupc: $name is .* it may be .* taken as not set"
    clean
  done
  run 3 env $name= ./a -n 2
  [ ! -s err ] || fail "$name empty"
done
# Heaps as small and as large as can be.
for value in 1 1K 100000 1G 16G; do
  got=0
  timeout 60 env UPC_SHARED_HEAP_SIZE=$value ./a -n 2 > out 2> err || got=$?
  case $got in
    3) has out '^ran 1$' ;;
    1) has err 'UPC_SHARED_HEAP_SIZE|-fupc-heap' ;;
    *) fail "UPC_SHARED_HEAP_SIZE=$value: status $got" ;;
  esac
  clean
done
# The runtime's own, that a user may find.
for name in GASPRUN; do
  for value in '' -1 0 99999999999 "$letters" "$terminal"; do
    got=0
    timeout 60 env "$name=$value" ./a -n 2 > out 2> err < /dev/null || got=$?
    case $name in GASPRUN) ;; *) [ $got = 3 ] || fail "$name: status $got" ;; esac
    [ $got -lt 100 ] || fail "$name: status $got"
    clean
  done
done
for value in "$nines" "$letters" "$terminal"; do
  for option in "-n$value" "-n=$value" "-fupc-threads-$value" "-fupc-heap-$value" \
      "-fupc-conduit-$value" "-fupc-$value"; do
    got=0
    timeout 60 ./a "$option" > out 2> err || got=$?
    case $option in
      -n[!=]*) [ $got = 3 ] || fail "status $got: it is the program's" ;;
      *) [ $got = 1 ] || fail "status $got"; has err '^libupc: option -' ;;
    esac
    clean
  done
  for option in -n --threads= -H --heap= -c --conduit= --mpirun= --hosts= --; do
    got=0
    timeout 60 "$G" "$option$value" ./a > out 2> err || got=$?
    [ $got = 2 ] || [ $got = 127 ] || fail "gasprun $option: status $got"
    has err '^gasprun: '
    clean
  done
done
