# System calls that are busy for long do not get what the thread waits elsewhere, where
# they are too many to record.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
enum { SIZE = 60000, TIMES = 500, PIPES = 40 };
static int asked[2], told[PIPES][2];
static char from[SIZE], to[SIZE];
static void *
ask (void *unused)
{
  for (int i = 0; i < TIMES; i++)
    {
      usleep (300);
      for (int p = 0; i && p < PIPES; p++)
	if (read (told[p][0], to, SIZE) != SIZE)
	  _exit (3);
      if (write (asked[1], "", 1) != 1)
	_exit (4);
    }
  return unused;
}
int
main (void)
{
  pthread_t asker;
  for (int p = 0; p < PIPES; p++)
    if (pipe (told[p]))
      return 1;
  if (pipe (asked) || pthread_create (&asker, NULL, ask, NULL))
    return 1;
  for (int i = 0; i < TIMES; i++)
    {
      struct pollfd wait = { asked[0], POLLIN, 0 };
      char c;
      poll (&wait, 1, -1);
      if (read (asked[0], &c, 1) != 1)
	return 2;
      for (int p = 0; p < PIPES; p++)
	if (write (told[p][1], from, SIZE) != SIZE)
	  return 3;
    }
  return pthread_join (asker, NULL);
}
END
run 0 "$STOCK" -O1 -pthread prog.c -o prog
profile 0 --budget=1% ./prog
waited=$(figure waiting write)
[ "$waited" -le 4000000 ] || { cat csv; fail "write seems to wait for $waited ns"; }
waited=$(figure waiting poll)
[ "$waited" -ge 50000000 ] || { cat csv; fail "poll seems to wait for $waited ns"; }
