# What UPC threads do to each other, as RMA records of an OTF2 archive: so many
# puts and gets, and bytes, of each thread with each other as the program makes;
# each is completed; locks, barriers and collective functions.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > rma.upc <<'END'
#include <stdlib.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_nb.h>
enum { BLOCK = 512 };
strict shared int cell[THREADS];
shared [BLOCK] char all[BLOCK * THREADS], other[BLOCK * THREADS];
shared [] char first[BLOCK];
shared long counter;
char local[BLOCK];
int
main (void)
{
  int right = (MYTHREAD + 1) % THREADS;
  int left = (MYTHREAD + THREADS - 1) % THREADS;
  upc_lock_t *lock = upc_all_lock_alloc ();
  upc_atomicdomain_t *domain
    = upc_all_atomicdomain_alloc (UPC_LONG, UPC_ADD | UPC_GET, 0);
  long one = 1;
  /* 1, 2, 3 puts of 4 bytes to the right; twice as many gets from the left.  */
  for (int i = 0; i <= MYTHREAD; i++)
    cell[right] = i;
  for (int i = 0; i < 2 * (MYTHREAD + 1); i++)
    local[0] += cell[left];
  upc_memput (&all[BLOCK * right], local, 100);
  upc_memget (local, &all[BLOCK * left], 30);
  upc_memset (&all[BLOCK * left], 1, 7);
  upc_memcpy (&all[BLOCK * right], &other[BLOCK * left], 11);
  upc_lock (lock);
  upc_unlock (lock);
  upc_barrier;
  if (MYTHREAD == 1)
    upc_lock (lock);
  upc_barrier;
  if (MYTHREAD == 2 && upc_lock_attempt (lock))
    abort ();
  upc_barrier;
  if (MYTHREAD == 1)
    upc_unlock (lock);
  upc_notify;
  upc_wait;
  /* Three transfers that may go on behind their calls.  */
  upc_handle_t handle = upc_memget_nb (local, &all[BLOCK * right], 200);
  upc_memput_nbi (&all[BLOCK * left], local, 300);
  upc_sync (handle);
  handle = upc_memput_nb (&all[BLOCK * right], local, 400);
  while (!upc_sync_attempt (handle))
    ;
  upc_synci ();
  upc_atomic_relaxed (domain, NULL, UPC_ADD, &counter, &one, NULL);
  upc_atomic_relaxed (domain, &one, UPC_GET, &counter, NULL, NULL);
  upc_flag_t sync = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
  upc_all_broadcast (all, other, 16, sync);
  upc_all_gather (first, all, 20, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  upc_barrier;
  upc_all_exchange (all, other, 24, sync);
  return 0;
}
END

# As text, for all.
run 0 "$UPCC" --profile rma.upc -o prog
run 0 env UPC_THREADS=3 "$GASP" run -q --trace -o profile ./prog
run 0 "$GASP" trace -f text profile
count 6 out '= 4 bytes to thread [012]$'
count 3 out '= 30 bytes of thread [012]$'
count 9 out '= lock 0:0x'
need otf2-print
# It may be there without the library.
"$GASP" trace -f otf2 -o probe profile 2> probe.err \
  || ! grep 'cannot be loaded' probe.err || unsupported "no library of OTF2"

# archive CONDUIT: what three threads do.
archive ()
{
  run 0 "$UPCC" --profile --conduit="$1" rma.upc -o prog
  rm -rf profile archive
  run 0 env UPC_THREADS=3 "$GASP" run -q --trace -o profile ./prog
  run 0 "$GASP" trace -f otf2 -o archive profile
  run 0 otf2-print archive/traces.otf2
  mv out events
  run 0 otf2-print -G archive/traces.otf2
  mv out definitions
  # By UPC thread: the locations are in the order in which processes began.
  awk '
    NR == FNR && $1 == "GROUP" && /COMM_LOCATIONS/ {
      sub (/.* Members: /, "")
      for (n = 0; match ($0, /<[0-9]+>/); n++) {
	rank[substr ($0, RSTART + 1, RLENGTH - 2)] = n
	$0 = substr ($0, RSTART + RLENGTH)
      }
    }
    NR == FNR || $1 !~ /^RMA_/ { next }
    { $2 = "thread=" rank[$2]; $3 = ""; print }' definitions events > rma
}

# moved PUT|GET THREAD PEER COUNT BYTES
moved ()
{
  awk -v name="RMA_$1" -v thread="thread=$2" -v peer="$3" '
    $1 == name && $2 == thread && match ($0, /Remote: [0-9]+/) \
    && substr ($0, RSTART + 8, RLENGTH - 8) == peer {
      count++
      match ($0, /Bytes: [0-9]+/)
      bytes += substr ($0, RSTART + 7, RLENGTH - 7)
    }
    END { print count + 0, bytes + 0 }' rma > sum
  [ "$(cat sum)" = "$4 $5" ] \
    || { cat rma; fail "$1 of $2 with $3: $(cat sum), not $4 $5"; }
}

for conduit in smp loopback; do
  archive $conduit
  has definitions 'GROUP .*COMM_LOCATIONS.*"UPC".* 3 Members'
  has definitions 'GROUP .*COMM_GROUP.*"UPC".* 3 Members'
  has definitions 'RMA_WIN .*"shared space".*CREATE_DESTROY_EVENTS'
  has definitions 'LOCATION_GROUP .*"prog, UPC thread 2, process [0-9]+"'
  count 3 rma '^RMA_WIN_CREATE '
  count 3 rma '^RMA_WIN_DESTROY '
  # The counter is in thread 0's part.
  moved GET 0 0 1 8
  for thread in 0 1 2; do
    right=$(((thread + 1) % 3)) left=$(((thread + 2) % 3)) cells=$((thread + 1))
    counter=0
    [ $right != 0 ] || counter=1
    moved PUT $thread $right $((cells + 3)) $((4 * cells + 100 + 11 + 400))
    moved GET $thread $right $((1 + counter)) $((200 + 8 * counter))
    counter=0
    [ $left != 0 ] || counter=1
    moved PUT $thread $left 2 $((7 + 300))
    moved GET $thread $left $((2 * cells + 2 + counter)) \
      $((8 * cells + 30 + 11 + 8 * counter))
    moved PUT $thread $thread 0 0
    count 1 rma "^RMA_ATOMIC thread=$thread .*Remote: 0 .*ACCUMULATE"
    # Each has an end of its own, with its number.
    for number in $(grep -E "^RMA_(PUT|GET|ATOMIC) thread=$thread " rma \
		    | sed 's/.*Matching: //'); do
      count 1 rma "^RMA_OP_COMPLETE_[A-Z_]* thread=$thread .*Matching: $number\$"
    done
    count 3 rma "^RMA_OP_COMPLETE_NON_BLOCKING thread=$thread "
    # Four barriers and a split one.
    count 5 rma "^RMA_COLLECTIVE_END thread=$thread .*BARRIER.*\{PROCESS, MEMORY\}"
  done
  count 24 rma '^RMA_COLLECTIVE_BEGIN '
  count 24 rma '^RMA_COLLECTIVE_END '
  # What is moved for all threads is the root's, its own part included.
  count 1 rma '^RMA_COLLECTIVE_END thread=0 .*BCAST.*Root: 0 .*Sent: 48, Received: 16$'
  count 2 rma '^RMA_COLLECTIVE_END thread=[12] .*BCAST.*Root: 0 .*Sent: 0, Received: 16$'
  count 1 rma '^RMA_COLLECTIVE_END thread=0 .*GATHER.*NONE, Root: 0 .*Sent: 20, Received: 60$'
  count 2 rma '^RMA_COLLECTIVE_END thread=[12] .*GATHER.*Root: 0 .*Sent: 20, Received: 0$'
  count 3 rma '^RMA_COLLECTIVE_END .*ALLTOALL.*Root: NONE, Sent: 72, Received: 72$'
  # One lock, which is refused once.
  count 4 rma '^RMA_REQUEST_LOCK '
  count 4 rma '^RMA_ACQUIRE_LOCK .*EXCLUSIVE'
  count 4 rma '^RMA_RELEASE_LOCK '
  count 1 rma '^RMA_TRY_LOCK thread=2 '
  [ "$(sed -n 's/.*Lock: \([0-9]*\).*/\1/p' rma | sort -u | wc -l)" = 1 ] \
    || fail "not one lock"
done

# Without a thread, nobody knows who the others are.
rm -rf archive "$(find profile -name '*.gasp' | head -n 1)"
run 0 "$GASP" trace -f otf2 -o archive profile
has err 'traces of 2 of 3 UPC threads only: the archive does not have what they read and wrote'
run 0 otf2-print archive/traces.otf2
hasnt out '^RMA_'
has out '^ENTER .*"upc_lock"'
