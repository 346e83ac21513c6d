# What locks are called that are in allocated memory: by the function and line that
# allocated it, also once it is freed, and how far they are behind its begin; and others
# that are no variables as the line does where they are taken.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/table.sh"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct queue { pthread_mutex_t *lock; long more[4]; pthread_mutex_t own; };

static struct queue *
make_queue (void)
{
  struct queue *queue = malloc (sizeof *queue);
  queue->lock = calloc (1, sizeof *queue->lock);
  pthread_mutex_init (queue->lock, NULL);
  pthread_mutex_init (&queue->own, NULL);
  return queue;
}

static void *
use (void *argument)
{
  struct queue *queue = argument;
  pthread_mutex_lock (queue->lock);
  pthread_mutex_unlock (queue->lock);
  pthread_mutex_lock (&queue->own);
  pthread_mutex_unlock (&queue->own);
  return NULL;
}

int
main (void)
{
  struct queue *queue = make_queue ();
  pthread_t thread;
  pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
  for (int i = 0; i < 2; i++)
    {
      pthread_mutex_lock (&locks[1]);
      pthread_mutex_unlock (&locks[1]);
    }
  pthread_mutex_lock (queue->lock);
  pthread_create (&thread, NULL, use, queue);
  usleep (100000);
  pthread_mutex_unlock (queue->lock);
  pthread_join (thread, NULL);
  use (queue);
  free (queue->lock);
  free (queue);
}
END
for options in --profile '-O2 -fno-inline -finstrument-gasp-functions=emitted'; do
  run 0 "$CC" $options -g prog.c -o prog -pthread
  run 0 "$GASP" run -q --threads=yes -o profile ./prog
  table team-locks profile
  for name in 'allocated by make_queue (prog.c:11)' \
	      'allocated by make_queue (prog.c:10)+40' 'locks[1]'; do
    [ "$(field lock "$name" taken | sum)" -ge 2 ] \
      || { cat table.csv; fail "$options: $name"; }
  done
  table findings profile
  grep -q 'waits for a lock allocated by make_queue (prog.c:11) [0-9]' table.csv \
    || { cat table.csv; fail "$options: no sentence"; }
  # It is a share of what the sentence is about, as the sentence says.
  grep "^\"findings\",.* waits for a lock" table.csv \
    | sed -n 's/^"[^,]*,"[^,]*,"[^,]*,[^,]*,\([0-9]*\)[^,]*,.* (prog.c:11) \([0-9]*\).*/\1 \2/p' > shares
  [ -s shares ] && awk '$1 - $2 > 1 || $2 - $1 > 1 { exit 1 }' shares || { cat shares table.csv; fail shares; }
  rm -r profile
done
