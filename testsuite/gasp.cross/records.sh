# The sample tool records there; gasp reports here, and the other gasp there.
#
# SPDX-License-Identifier: Apache-2.0

[ -n "$RUNNER" ] || unsupported "this machine's own: see gasp.tool"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
__attribute__ ((noinline)) int leaf (int n) { return n + 1; }
__attribute__ ((noinline)) int work (int n) { int s = 0; while (n-- > 0) s += leaf (n); return s; }
static void *thread (void *p) { free (malloc (100)); *(volatile int *) p = work (10); return p; }
int main (void)
{
  pthread_t id; int sum;
  if (pthread_create (&id, NULL, thread, &sum)) return 2;
  pthread_join (id, NULL);
  return work (1000) != 500500;
}
END
for mode in source emitted; do
  run 0 "$CC" -O1 -pthread -finstrument-gasp-functions=$mode prog.c -o prog
  rm -rf "$GASP_OUTPUT"
  run 0 $RUNNER -E LD_PRELOAD="$BUILD/lib/libgasptool.so" ./prog
  run 0 "$GASP" report --format=csv --view=flat "$GASP_OUTPUT"
  cp out here
  has here ',1010,.*"int leaf\(int\)"'
  has here ',2,.*"int work\(int\)"'
  run 0 "$BUILD/bin/$MACHINE-gasp" report --format=csv --view=flat "$GASP_OUTPUT"
  cmp here out || fail "the two reports differ"
done
