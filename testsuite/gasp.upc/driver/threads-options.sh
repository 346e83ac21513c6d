# The ways to fix THREADS; the last one counts; bad numbers are errors.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int n = THREADS;' > a.upc
for option in -fupc-threads-7 -fupc-threads=7 '-T 7' -T7 --threads=7 \
  '--threads 7' '-T 3 -fupc-threads-9 --threads=7'; do
  run 0 "$UPCC" $option -E a.upc
  has out '^int n = 7;$'
done
run 0 "$UPCC" -E a.upc
has out '^int n = THREADS;$'
echo '-fupc-threads-7 -T 6' > options
run 0 "$UPCC" @options -E a.upc
has out '^int n = 6;$'
run 0 env GASPCC_FLAGS='-T 2' "$UPCC" -E a.upc
has out '^int n = 2;$'
for bad in -fupc-threads-0 -fupc-threads-1048577 --threads=four '--threads 9999999' \
  -T0 '--threads -1'; do
  run 1 "$UPCC" $bad -E a.upc
  has err '^gaspupc: .* must be from 1 to 1024, or to 1048576 with -fupc-many-threads$'
done
run 1 "$UPCC" -fupc-threads-1025 -S a.upc
has err 'more than 1024 threads need .*-fupc-many-threads'
run 0 "$UPCC" -fupc-threads-1025 -fupc-many-threads -S a.upc
run 1 "$UPCC" a.upc --threads
has err 'needs an argument'
for option in --threads= --conduit= -fupc-threads= -fupc-threads-; do
  run 1 "$UPCC" $option -E a.upc
  has err "^gaspupc: $option needs an argument"
done
long=$(head -c 100000 /dev/zero | tr '\0' 9)
terminal=$(printf '\033[31mred\nline\377%%s%%n')
for value in ' 4' +4 0x10 1e1 1.5 nan '' "$long" "$terminal"; do
  run 1 "$UPCC" --threads "$value" -E a.upc
  has err 'the number of threads must be from 1 to 1024, or to 1048576 with -fupc-many-threads$'
  hasnt err "$(printf '[\001-\010\013-\037\177]')"
  run 1 "$UPCC" --conduit "$value" -E a.upc
  has err 'the conduit must be smp, loopback, mpi or any$'
  hasnt err "$(printf '[\001-\010\013-\037\177]')"
done
run 1 "$UPCC" --conduit=pigeon a.upc
has err 'must be smp, loopback, mpi or any'
# With GCC's own spelling, -T is also the linker's script.
echo "int n;" > b.upc
run 1 "$UPCC" b.upc -T no-such-script
has err 'no-such-script'
