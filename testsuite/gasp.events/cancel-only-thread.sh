# The only thread there has ever been has cancelled itself: that takes effect
# where the program comes to a cancellation point, not in a callback that has
# one; also with a C library that goes on saying that there is but one thread,
# which that of Debian 12 does not.
#
# SPDX-License-Identifier: Apache-2.0

cat > tool.c <<'END'
#include <pthread.h>
#include <stdarg.h>
#include "gasp.h"
gasp_context_t gasp_init (gasp_lang_t lang, int *argc, char ***argv) { return 0; }
void
gasp_event_notifyVA (gasp_context_t c, unsigned int tag, gasp_evttype_t type,
		     const char *file, int line, int column, va_list args)
{
  pthread_testcancel ();
}
void
gasp_event_notify (gasp_context_t c, unsigned int tag, gasp_evttype_t type,
		   const char *file, int line, int column, ...)
{
  pthread_testcancel ();
}
int gasp_control (gasp_context_t c, int on) { return on; }
unsigned int
gasp_create_event (gasp_context_t c, const char *name, const char *desc)
{ return GASP_UPC_USEREVT_START; }
END
$STOCK -shared -fPIC -I"$SOURCE/include" -I"$BUILD/include" tool.c -o tool.so
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static int done;
static __attribute__ ((noipa)) void work (void) { free (malloc (++done)); }
static void handler (void *argument) { exit (done == 100 ? 0 : 1); }
int
main (void)
{
  pthread_cleanup_push (handler, NULL);
  pthread_cancel (pthread_self ());
  while (done < 100)
    work ();
  pthread_testcancel ();
  pthread_cleanup_pop (0);
  return 2;
}
END
echo 'char __libc_single_threaded = 1;' > alone.c
for mode in source emitted; do
  run 0 "$CC" --profile -finstrument-gasp-functions=$mode -O2 -pthread prog.c \
    alone.c -o prog
  run 0 ./prog
  run 0 preloading ./tool.so ./prog
done
