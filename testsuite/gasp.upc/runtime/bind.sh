# UPC_BIND=core and gasprun --bind give each thread a processor of its own, if there
# are enough; else, and by default, threads keep those that they have.
#
# SPDX-License-Identifier: Apache-2.0

[ "$(nproc)" -ge 2 ] || unsupported "one processor"
cat > prog.upc <<'EOF'
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <upc.h>
shared int mine[THREADS];
int main (void)
{
  cpu_set_t set;
  sched_getaffinity (0, sizeof set, &set);
  mine[MYTHREAD] = CPU_COUNT (&set);
  if (mine[MYTHREAD] == 1)
    while (!CPU_ISSET (mine[MYTHREAD] - 1, &set))
      mine[MYTHREAD]++;
  else
    mine[MYTHREAD] = 0;
  upc_barrier;
  if (MYTHREAD == 0)
    {
      for (int i = 0; i < THREADS; i++)
	printf ("%s", mine[i] == 0 ? "any " : mine[i] == mine[(i + 1) % THREADS]
					      ? "same " : "own ");
      puts ("");
    }
}
EOF
run 0 "$UPCC" -O1 prog.upc -o prog
run 0 ./prog -n 2
has out '^any any $'
UPC_BIND=core run 0 ./prog -n 2
has out '^own own $'
run 0 "$BUILD/bin/gasprun" --bind -n 2 ./prog
has out '^own own $'
UPC_BIND=core run 0 ./prog -n $(($(nproc) + 1))
has out '^(any )+$'
UPC_BIND=none run 0 ./prog -n 2
has out '^any any $'
UPC_BIND=all run 0 ./prog -n 2
has err 'UPC_BIND is "all"; it may be none or core; taken as not set'
