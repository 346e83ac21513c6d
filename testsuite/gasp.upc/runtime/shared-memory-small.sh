# Containers with a tiny, a full, a read-only or no /dev/shm, and without /dev:
# shared space does not depend on it.
#
# SPDX-License-Identifier: Apache-2.0

unshare -rm true 2> err || {
  echo "no mounts of one's own here: $(cat err)"
  exit 77
}
cat > a.upc <<'END'
#include <string.h>
#include <upc.h>
enum { MUCH = 4 << 20 };
shared int a[THREADS];
int main (void)
{
  shared [] char *mine = upc_alloc (MUCH);
  shared char *all = upc_all_alloc (THREADS, MUCH);
  if (!mine || !all)
    return 1;
  memset ((char *) mine, 1, MUCH);
  memset ((char *) &all[MYTHREAD], 2, MUCH);
  a[MYTHREAD] = mine[MUCH - 1];
  upc_barrier;
  return a[(MYTHREAD + 1) % THREADS] != 1
	 || all[(MYTHREAD + 1) % THREADS + (MUCH - 1L) * THREADS] != 2;
}
END
run 0 "$UPCC" a.upc -o a

# within COMMAND...: run a in mounts that COMMAND has changed.
within ()
{
  run 0 unshare -rm sh -ec '"$@" && ./a -n 4' within "$@"
  [ ! -s err ] || fail "$(cat err)"
}

[ -d /dev/shm ] || exit 77
within mount -t tmpfs -o size=64k tmpfs /dev/shm
within sh -c 'mount -t tmpfs -o size=64k tmpfs /dev/shm
  dd if=/dev/zero of=/dev/shm/full bs=4k count=20 2> /dev/null || :'
within mount -t tmpfs -o ro tmpfs /dev/shm
within mount -t tmpfs tmpfs /dev
