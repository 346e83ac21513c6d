# A tool that is interrupted by a signal, or cancelled, comes to its end first.
#
# SPDX-License-Identifier: Apache-2.0

# This tool does, in its callback number WHEN, what is asked for; it holds a
# lock meanwhile, and says when one is found that nobody gave back.
cat > tool.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "gasp.h"
struct _gasp_context_S { int depth; };
static int locked, when, count;
static const char *what = "";
static void say (const char *text) { (void) !write (1, text, strlen (text)); }
gasp_context_t
gasp_init (gasp_lang_t lang, int *argc, char ***argv)
{
  if (getenv ("WHAT"))
    {
      what = getenv ("WHAT");
      when = atoi (getenv ("WHEN"));
    }
  return calloc (1, sizeof (struct _gasp_context_S));
}
void
gasp_event_notifyVA (gasp_context_t c, unsigned int tag, gasp_evttype_t type,
		     const char *file, int line, int column, va_list args)
{
  if (locked++)
    say ("tool: left locked\n");
  if (++count == when)
    {
      if (!strcmp (what, "signal"))
	raise (SIGUSR1);
      if (!strcmp (what, "cancel"))
	{
	  pthread_cancel (pthread_self ());
	  usleep (1);
	  pthread_testcancel ();
	}
    }
  locked--;
}
void
gasp_event_notify (gasp_context_t c, unsigned int tag, gasp_evttype_t type,
		   const char *file, int line, int column, ...)
{
  va_list args;
  va_start (args, column);
  gasp_event_notifyVA (c, tag, type, file, line, column, args);
  va_end (args);
}
int gasp_control (gasp_context_t c, int on) { return on; }
unsigned int
gasp_create_event (gasp_context_t c, const char *name, const char *desc)
{ return GASP_UPC_USEREVT_START; }
END
$STOCK -shared -fPIC -I"$SOURCE/include" -I"$BUILD/include" tool.c -o tool.so
cat > prog.c <<'END'
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static sigjmp_buf place;
static volatile int inside, landed, way;
static sigset_t blocked;
static void nested (jmp_buf here) { longjmp (here, 1); }
static void
handler (int number)
{
  jmp_buf here;
  sigprocmask (SIG_BLOCK, 0, &blocked);
  /* This jump stays within the handler.  */
  if (way == 2 && setjmp (here) == 0)
    nested (here);
  inside++;
  if (way == 1)
    siglongjmp (place, 1);
  if (way == 3)
    longjmp (place, 1);
}
static __attribute__ ((noipa)) int leaf (int n) { void *p = malloc (n); free (p); return n + 1; }
static __attribute__ ((noipa)) int work (int n) { return leaf (n) + leaf (n); }
static void *
body (void *way)
{
  int i, sum = 0;
  if (way)
    pthread_setcanceltype (PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  for (i = 0; i < 5; i++)
    sum += work (i);
  return (void *) (long) sum;
}
int
main (int argc, char **argv)
{
  struct sigaction action = { .sa_handler = handler };
  pthread_t thread;
  void *value;
  sigset_t now;
  volatile int i;
  way = atoi (argv[1]);
  sigaction (SIGUSR1, &action, 0);
  for (i = 0; i < 20; i++)
    if (sigsetjmp (place, way != 3))
      landed++;
    else
      work (i);
  sigprocmask (SIG_BLOCK, 0, &now);
  printf ("%d %d %d %d\n", inside, landed, sigismember (&blocked, SIGUSR1),
	  sigismember (&now, SIGUSR1));
  fflush (stdout);
  pthread_create (&thread, 0, body, argc > 2 ? argv : 0);
  pthread_join (thread, &value);
  puts (value == PTHREAD_CANCELED ? "cancelled" : "returned");
  return 0;
}
END
for mode in $(modes_of "$TEST"); do
  for level in -O0 -O2 -O2\ -D_FORTIFY_SOURCE=2; do
    run 0 "$CC" --profile -finstrument-gasp-functions=$mode $level -pthread prog.c -o prog
    when=2
    while [ $when -le 30 ]; do
      WHAT=signal WHEN=$when run 0 preloading ./tool.so ./prog 1
      hasnt out 'left locked'
      has out '^1 1 1 0$'
      WHAT=signal WHEN=$when run 0 preloading ./tool.so ./prog 2
      hasnt out 'left locked'
      has out '^1 0 1 0$'
      when=$((when + 7))
    done
    WHAT=signal WHEN=20 run 0 preloading ./tool.so ./prog 3
    hasnt out 'left locked'
    has out '^1 1 1 1$'
    # main and its calls are over before event 330.
    for when in 330 337; do
      WHAT=cancel WHEN=$when run 0 preloading ./tool.so ./prog 0
      hasnt out 'left locked'
      WHAT=cancel WHEN=$when run 0 preloading ./tool.so ./prog 0 asynchronously
      hasnt out 'left locked'
      has out '^cancelled'
    done
  done
done
