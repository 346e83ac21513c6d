# A tool that reads shared objects of another thread in the very last event, late, when
# that thread has raised its own: however the threads end, the program does, too.
#
# SPDX-License-Identifier: Apache-2.0

cp "$HERE/../../lib/tool-at-end.upc" "$HERE/../../lib/ends.upc" .
cat "$HERE/../../lib/tool-rest.c" >> tool-at-end.upc

# ends STATUS HOW SEEN: the program that ends so has STATUS, and SEEN threads saw
# their last event.
ends ()
{
  run "$1" timeout 30 ./a -n 3 "$2"
  count "$3" err '^tool [0-2]: last event, 1$'
}

for conduit in smp loopback; do
  run 0 "$UPCC" -O2 --conduit=$conduit -c tool-at-end.upc -o tool.o
  run 0 "$UPCC" -O2 --conduit=$conduit --profile ends.upc tool.o -o a
  ends 0 return 3
  ends 4 exit 3
  ends 5 one-exits 3
  ends 6 global 1
  ends 7 _exit 1
  run 137 timeout 30 ./a -n 3 killed
  # Where a thread's data are gone with it, the tool's access ends the program.
  if [ $conduit = smp ]; then
    ends 0 gone 3
  else
    run 1 timeout 30 ./a -n 3 gone
    has err 'thread 2 has ended, but another waits for it in an access to its data'
  fi
done
