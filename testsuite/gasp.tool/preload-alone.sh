# Each library of ours that is loaded without the others, as by somebody's LD_PRELOAD,
# leaves a program as it is.
#
# SPDX-License-Identifier: Apache-2.0

not_emulated "of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *
body (void *arg)
{
  pthread_mutex_lock (&lock);
  puts ("here");
  pthread_mutex_unlock (&lock);
  return arg;
}
int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, body, NULL);
  pthread_join (thread, NULL);
  return 3;
}
END
run 0 $STOCK prog.c -o prog -pthread
tried=0
for library in "$BUILD"/lib/libgasp*.so "$BUILD"/lib/libupc*.so; do
  # Some are words for the linker.
  [ "$(dd if="$library" bs=1 skip=1 count=3 2> log)" = ELF ] || continue
  run 3 env LD_PRELOAD="$library" ./prog
  [ "$(cat out)" = here ] || fail "${library##*/} has the program write $(cat out)"
  [ ! -s err ] || fail "${library##*/}: $(cat err)"
  tried=$((tried + 1))
done
[ $tried -ge 4 ] || fail "$tried libraries"
