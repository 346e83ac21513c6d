/* am-look.c - the looker: a thread that does what other processes ask for.

   SPDX-License-Identifier: Apache-2.0

   So they need not wait until the process's own thread calls the library.  */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include "conduit/am/am.h"

static pthread_t looker;
static bool looking;
static void (*look_once) (void);

static void *
look (void *unused)
{
  while (__atomic_load_n (&looking, __ATOMIC_ACQUIRE))
    look_once ();
  return unused;
}

/* Signals are for the program's own threads.  */
void
upc_am_begin_looker (void (*once) (void))
{
  sigset_t all, old;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  look_once = once;
  looking = true;
  if (pthread_create (&looker, NULL, look, NULL))
    looking = false;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  if (!looking)
    upc_fatal ("cannot create the thread that answers messages");
}

bool
upc_am_is_looker (void)
{
  return looking && pthread_equal (pthread_self (), looker);
}

void
upc_am_end_looker (void (*wake) (void))
{
  __atomic_store_n (&looking, false, __ATOMIC_RELEASE);
  if (wake)
    wake ();
  while (pthread_tryjoin_np (looker, NULL) == EBUSY)
    upc_nap (20000);
}
