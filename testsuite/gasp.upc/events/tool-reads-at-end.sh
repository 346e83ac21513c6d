# A tool that reads shared objects of another thread in the very last event, late, when
# that thread has raised its own: however the threads end, the program does, too.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../../lib/together.sh"
cp "$HERE/../../lib/tool-at-end.upc" "$HERE/../../lib/ends.upc" .
cat "$HERE/../../lib/tool-rest.c" >> tool-at-end.upc

# ends CONDUIT STATUS HOW SEEN: begins the program that ends so; it has STATUS, and SEEN
# threads saw their last event.
cases=
ends ()
{
  begin "$3.$1" ./a.$1 -n 3 "$3"
  cases="$cases $3.$1:$2:$4"
}

for conduit in smp loopback; do
  run 0 "$UPCC" -O2 --conduit=$conduit -c tool-at-end.upc -o tool.o
  run 0 "$UPCC" -O2 --conduit=$conduit --profile ends.upc tool.o -o a.$conduit
  ends $conduit 0 return 3
  ends $conduit 4 exit 3
  ends $conduit 5 one-exits 3
  ends $conduit 6 global 1
  ends $conduit 7 _exit 1
  ends $conduit 137 killed any
done
# Where a thread's data are gone with it, the tool's access ends the program.
ends smp 0 gone 3
ends loopback 1 gone any
wait
for case in $cases; do
  name=${case%%:*} seen=${case##*:} status=${case#*:}
  ended $name "${status%:*}"
  [ "$seen" = any ] || count "$seen" $name.err '^tool [0-2]: last event, 1$'
done
has gone.loopback.err \
  'thread 2 has ended, but another waits for it in an access to its data'
