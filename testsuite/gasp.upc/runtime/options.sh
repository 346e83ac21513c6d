# How many threads: the command line, the environment, both wrong.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.upc <<'END'
#include <stdio.h>
int main (int argc, char **argv)
{
  if (MYTHREAD == 0)
    printf ("%d threads, %d %s\n", THREADS, argc, argc > 1 ? argv[1] : "-");
  return argv[argc] != 0;
}
END
run 0 "$UPCC" a.upc -o a
run 0 ./a -n 3 x y
has out '^3 threads, 3 x$'
run 0 ./a -fupc-threads-5 -fupc-heap-3M y -n
has out "^5 threads, 3 y$"
run 0 ./a x -n 7
has out '^[0-9]+ threads, 4 x$'
UPC_THREADS=6 run 0 ./a
has out '^6 threads, 1 -$'
UPC_THREADS=6 run 0 ./a -n 2
has out '^2 threads, 1 -$'

wrong ()
{
  message=$1
  shift
  run 1 ./a "$@"
  has err "^libupc: option $message"
  [ ! -s out ] || fail "the program ran"
}
wrong '-n: "foo" is not a number of threads, 1 to 1024' -n foo
wrong '-n has no value: it needs a number of threads' -n
wrong '-n: "0" is not' -n 0
wrong '-n: "-1" is not' -n -1
wrong '-n: "1048577" is not' -n 1048577
wrong '-n: "99999999999999999999999" is not' -n 99999999999999999999999
wrong '-n: "2x" is not' -n 2x
wrong '-fupc-threads: "" is not|-fupc-threads has no value' -fupc-threads-
wrong '-fupc-threads has no value' -fupc-threads
wrong '-fupc-heap: "12X" is not a size in bytes, or with K, M or G' -fupc-heap-12X
wrong '-fupc-heap: "-1" is not' -fupc-heap--1
wrong '-fupc-heap: "17G" is not' -fupc-heap-17G
wrong '-fupc-conduit: "mail" is not smp, loopback or mpi' -fupc-conduit-mail
wrong '-fupc-what is not known' -fupc-what

for v in abc -1 0 1048577 '2 ' 99999999999999999999; do
  UPC_THREADS=$v run 0 ./a
  has err "^libupc: UPC_THREADS is \"$v\"; it may be a number of threads, 1 to 1024; taken as not set"
done
many='^libupc: there can be 1024 threads at most: .* with -fupc-many-threads'
run 1 ./a -n 1025
has err "$many"
UPC_THREADS=1025 run 1 ./a
has err "$many"
UPC_SHARED_HEAP_SIZE=lots run 0 ./a -n 2
has err '^libupc: UPC_SHARED_HEAP_SIZE is "lots"; it may be a size'

run 0 "$UPCC" -fupc-threads-3 a.upc -o b
UPC_THREADS=7 run 0 ./b
has out '^3 threads, 1 -$'
run 0 ./b -n 3
run 1 ./b -n 4
has err 'option -n asks for 4 threads, but the program was compiled for 3'
