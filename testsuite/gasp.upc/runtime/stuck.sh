# A barrier on one thread and a collective function on another: who waits where is
# said, and UPC_STUCK=end ends the program.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.upc <<'END'
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>
shared int a[THREADS], b[THREADS];
int main (int argc, char **argv)
{
  upc_barrier;
  if (MYTHREAD == 0)
    upc_barrier; /* HERE */
  else if (atoi (argv[1]) == 0)
    upc_all_alloc (1, 1);
  else if (atoi (argv[1]) == 1)
    upc_all_lock_alloc ();
  else
    upc_all_broadcast (b, a, sizeof (int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_barrier;
  return 0;
}
END
# All at once: it takes some seconds until they say so.
begun=
for options in '' --conduit=loopback --profile; do
  # shellcheck disable=SC2086
  run 0 "$UPCC" $options prog.upc -o prog$options
  for case in 0 1 2; do
    for threads in 2 3; do
      name=prog$options.$case.$threads
      (
	status=0
	UPC_STUCK=end timeout 100 ./prog$options $case -n $threads 2> "$name.err" || status=$?
	echo "$status" > "$name.status"
      ) &
      begun="$begun $name"
    done
  done
done
wait
for name in $begun; do
  [ "$(cat "$name.status")" = 1 ] || fail "$name: status $(cat "$name.status"), not 1"
  has "$name.err" \
    'thread 0 is in upc_barrier or upc_wait.*, thread [12] is in a collective function'
done
run 124 timeout 5 ./prog--profile 0 -n 2
count 1 err 'wait for one another, and will for ever'
# With -g the lines are known, by this machine's addr2line.
if [ -z "$RUNNER" ] && command -v addr2line > /dev/null; then
  has err '^libupc: .*in main$'
  run 0 "$UPCC" -g prog.upc -o prog
  run 1 env UPC_STUCK=end timeout 30 ./prog 0 -n 2
  for line in $(sed -n '/HERE/=; /upc_all_alloc (1, 1);$/{=;q}' prog.upc); do
    has err "prog.upc:$line in main"
  done
fi
# A place is known where events are raised.
run 1 env UPC_STUCK=end "$GASP" run -q -o profile ./prog--profile 0 -n 2
has err "thread 0 is in upc_barrier or upc_wait"
# One that comes late is no mistake.
cat > late.upc <<'END'
#include <unistd.h>
#include <upc.h>
int main (void)
{
  if (MYTHREAD)
    sleep (4);
  upc_all_alloc (1, 1);
  upc_barrier;
  return 0;
}
END
run 0 "$UPCC" late.upc -o late
run 0 env UPC_STUCK=end ./late -n 2
hasnt err wait
