# gasp attach to a process whose first thread has ended: /proc shows hardly
# anything of that.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/attach.sh"
. "$HERE/../lib/profile.sh"
not_emulated "gasp attaches to programs of this machine"
cat > prog.c <<'END'
#include <pthread.h>
#include <unistd.h>

__attribute__ ((noipa)) static int function (int n) { return n + 1; }

static void *
body (void *unused)
{
  /* Until the first thread has ended.  */
  usleep (100000);
  write (1, "ready\n", 6);
  while (access ("stop", F_OK) != 0)
    {
      function (1);
      usleep (100);
    }
  _exit (7);
  return unused;
}

int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, body, NULL);
  pthread_exit (NULL);
}
END
for mode in source emitted; do
  run 0 "$CC" -O1 -w -finstrument-gasp-functions=$mode prog.c -pthread -o prog
  rm -rf at
  start ./prog
  attach 0 -o at
  sleep 0.1
  run 0 "$GASP" detach $process
  attach 0
  sleep 0.1
  finish 7
  run 0 "$GASP" report --view=flat,processes at
  has out ' function '
  run 0 "$GASP" report --format=csv --view=processes --output=csv at
  has csv "$PWD/prog"
done
