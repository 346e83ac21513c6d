# Where calls are sampled, or left out, and so have no times, sentences are about those
# that are most often made; the time is in one row with the calls that were counted.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/findings.sh"
. "$HERE/../lib/table.sh"
not_emulated "gasp runs programs of this machine"
cat > prog.c <<'END'
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
static void *volatile kept[64];
__attribute__ ((noinline)) static void fill (void)
{
  for (int i = 0; i < 4000000; i++)
    {
      kept[i % 64] = malloc (40);
      free (kept[i % 64]);
    }
}
__attribute__ ((noinline)) static void scan (int zeros, int times)
{
  char c;
  for (int i = 0; i < times; i++)
    if (read (zeros, &c, 1) != 1)
      abort ();
}
int main (int argc, char **argv)
{
  for (int i = 0; i < 64; i++)
    kept[i] = malloc (1 << 20);
  if (argc > 1)
    scan (open (argv[1], O_RDONLY), atoi (argv[2]));
  else
    fill ();
  return 0;
}
END
run 0 "$CC" -O1 --profile prog.c -o prog
profile 0 --budget=0 ./prog
findings
stands_out allocating prog.c:9 'most often malloc .prog.c:9.*times with'
# However busy the machine is, of this program it is nearly all.
[ "$(sed -n 's/^allocating.*|~*\([0-9]*\).*/\1/p' found)" -ge 60 ] \
  || fail "allocating is not most of the time"
rm -r profile
profile 0 ./prog /dev/zero 600000
findings
stands_out top '.*' '% in read, called from scan .prog.c:13'
run 0 "$GASP" report --format=csv --view=flat profile
[ "$(grep -c '"read"' out)" -le 1 ] || fail "read has several rows"
# Where there are few samples, too, the time of an event that is left out is not its caller's.
profile 0 ./prog /dev/zero 150000
read=$(figure running read) scan=$(figure running 'void scan(int, int)')
[ "$read" -gt $((3 * scan)) ] || fail "scan ran $scan ns, read $read"

# Threads that wait in the program are told of where it has no functions, too: by their
# user events, as those of scripts are, or by the call.
cat > prog.c <<'END'
#include <pthread.h>
#include <pupc.h>
#include <unistd.h>
static unsigned int event;
__attribute__ ((no_instrument_function)) static void *wait_often (void *with_event)
{
  if (with_event)
    pupc_event_start (event);
  for (int i = 0; i < 5; i++)
    usleep (10000);
  if (with_event)
    pupc_event_end (event);
  return 0;
}
__attribute__ ((no_instrument_function)) int main (int argc, char **argv)
{
  pthread_t threads[2];
  event = pupc_create_event ("a user's", 0);
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], 0, wait_often, argc > 1 ? *argv : 0);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], 0);
  return 0;
}
END
run 0 "$CC" -O1 -s --profile prog.c -o prog -pthread
profile 0 ./prog
run 0 "$GASP" report --view=findings profile
has out '2 threads .*wait .*% of their time in usleep .prog'
profile 0 ./prog with event
run 0 "$GASP" report --view=findings profile
has out "2 threads .*wait .*% of their time in a user's"
