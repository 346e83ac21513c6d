# Records of UPC threads that were killed show what they had done.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > die.upc <<'END'
#include <signal.h>
#include <upc.h>
shared [4] int a[4 * THREADS];
int
main (void)
{
  a[(MYTHREAD + 1) % THREADS * 4] = 1;
  upc_barrier;
  if (MYTHREAD == 1)
    raise (SIGKILL);
  upc_barrier;
  return 0;
}
END
run 0 "$UPCC" -g --profile die.upc -o prog
run - env UPC_THREADS=3 "$GASP" run -q -o profile ./prog
run 0 "$GASP" report --format=csv --view=upc --output=tables.csv profile
row matrix thread 0 peer 1 writes 1 bytes_written 4
row matrix thread 1 peer 2 writes 1 bytes_written 4
row matrix thread 2 peer 0 writes 1 bytes_written 4
row shared-arrays array a writes 3
# Thread 1 surely left it; others may have been killed before they could.
row barriers thread 1 line 8 calls 1 waiting_known 1
# Without -q, gasp run says so itself, for each thread that was killed.
run - env UPC_THREADS=3 "$GASP" run -o second ./prog
has err '^gasp: prog .process [0-9]+, UPC thread 1. was killed in .*main .die.upc'
