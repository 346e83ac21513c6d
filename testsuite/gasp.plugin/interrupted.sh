# A compiler that is interrupted leaves no temporary files behind, nor a part of
# what it was to make; in the middle of link-time optimisation, where GCC itself
# leaves some, no more than that.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

need setsid
mkdir bin temporary
mkfifo hold.h
printf '#!/bin/sh\n: > reached\nexec sleep 60\n' > bin/as
chmod +x bin/as
TMPDIR=$PWD/temporary
export TMPDIR
echo 'int main (void) { return 0; }' > prog.c
cp prog.c prog.upc
echo '#include "hold.h"' > held.c
cp held.c held.upc

# begin COMMAND...: in the background, as from a terminal.
begin ()
{
  echo "+ $*"
  rm -rf out reached temporary/*
  setsid env --default-signal=HUP,INT,PIPE,TERM "$@" > log 2>&1 &
  pid=$!
}

# interrupt SIGNAL: send it to the compiler and all that it runs, and wait.
interrupt ()
{
  [ "$(ls temporary)" ] || fail "there are no temporary files yet"
  kill -s "$1" -- -$pid
  status=0
  wait $pid || status=$?
  [ $status -gt 128 ] || fail "status $status"
  wait_until all_have_ended
}

# Processes of the compiler that have ended may stay, as long as nobody waits for them.
all_have_ended ()
{
  ! cat /proc/[0-9]*/stat 2> /dev/null | sed 's/.*) //' \
    | awk -v group=$pid '$3 == group && $1 != "Z" { print }' | grep -q .
}

# left N: there are N files left.
left ()
{
  [ "$(ls temporary | wc -l)" -eq "$1" ] || fail "left: $(ls temporary)"
}

"$STOCK" -flto -c prog.c -o plain.o
"$CC" --profile -flto -c prog.c -o prog.o
for signal in HUP INT PIPE TERM; do
  for suffix in c upc; do
    compiler=$CC
    [ $suffix = c ] || compiler=$UPCC
    # The compiler proper, while it reads.
    begin "$compiler" --profile held.$suffix -o out
    exec 3> hold.h
    interrupt $signal
    exec 3>&-
    left 0
    [ ! -e out ] || fail "there is a program"
    # The assembler.
    begin "$compiler" --profile -Bbin/ -c prog.$suffix -o out
    wait_until test -e reached
    interrupt $signal
    left 0
    [ ! -e out ] || fail "there is an object"
  done
  begin "$STOCK" -flto -Bbin/ plain.o -o out
  wait_until test -e reached
  interrupt $signal
  usual=$(ls temporary | wc -l)
  begin "$CC" --profile -flto -Bbin/ prog.o -o out
  wait_until test -e reached
  interrupt $signal
  left "$usual"
done
