# A lock that is held during a call of the system: the sentence on those that queue for
# it has the call.  Where the call is made without the lock, it has not.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/findings.sh"
cat > prog.c <<'END'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t log_mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int counter;
static void spin (int n) { for (int i = 0; i < n; i++) counter++; }
static void log_line (void)
{
  pthread_mutex_lock (&log_mutex);
  WITHIN;
  pthread_mutex_unlock (&log_mutex);
}
static void *body (void *unused)
{
  for (int i = 0; i < 10; i++)
    {
      log_line ();
      OUTSIDE;
    }
  return unused;
}
int main (void)
{
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], 0, body, 0);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], 0);
  return 0;
}
END
run 0 "$CC" -g -O1 --profile -pthread '-DWITHIN=usleep (2000)' -DOUTSIDE= prog.c -o prog
recorded 0 ./prog
findings
stands_out lock-queue 'prog.c:8' "'log_mutex' .*held by log_line .*, which waits in usleep .prog.c:9"
run 0 "$CC" -g -O1 --profile -pthread '-DWITHIN=spin (2000000)' '-DOUTSIDE=usleep (100)' \
  prog.c -o prog
rm -r profile
recorded 0 ./prog
findings
hasnt found 'log_line.*which waits'
