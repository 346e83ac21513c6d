# In HTML, locks and what else threads wait for are in one place, with no word of OpenMP.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || unsupported "no browser"
cat > prog.c <<'END'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static void *body (void *arg)
{
  pthread_mutex_lock (&gate);
  usleep (100000);
  pthread_mutex_unlock (&gate);
  return arg;
}
int main (void)
{
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, body, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
END
run 0 "$CC" -O1 -g --profile -pthread prog.c -o prog
recorded 0 --threads=yes ./prog
run 0 "$GASP" report --format=html --output=report.html profile
timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" --enable-logging=stderr --v=0 \
  --virtual-time-budget=5000 --dump-dom "file://$PWD/report.html#Waiting" > dom 2> log || unsupported "the browser does not start"
hasnt log 'CONSOLE.*(Error|error)'
has dom 'Locks of threads'
has dom 'Who waited for whom'
has dom 'Waiting for threads and the system'
hasnt dom '<button[^>]*>OpenMP<'
