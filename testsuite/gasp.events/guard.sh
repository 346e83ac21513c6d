# A tool that is itself instrumented, allocates and raises events does not see its own.
#
# SPDX-License-Identifier: Apache-2.0

cat > tool.c <<'END'
#include <gasp.h>
#include <pupc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
struct _gasp_context_S { int n; };
static struct _gasp_context_S only;
static int inside;
__attribute__ ((noipa)) static void work (void)
{
  void *p = malloc (10);
  pupc_event_atomic (1000);
  free (p);
}
gasp_context_t gasp_init (gasp_lang_t l, int *c, char ***v)
{ (void) l; (void) c; (void) v; work (); return &only; }
void gasp_event_notifyVA (gasp_context_t c, unsigned int tag, gasp_evttype_t type,
			  const char *f, int l, int col, va_list a)
{
  (void) f; (void) l; (void) col; (void) a;
  if (inside++)
    _exit (99);
  work ();
  c->n++;
  inside--;
  if (tag == GASP_UPC_COLLECTIVE_EXIT && type == GASP_END)
    printf ("%d events\n", c->n), fflush (stdout);
}
void gasp_event_notify (gasp_context_t c, unsigned int tag, gasp_evttype_t type,
			const char *f, int l, int col, ...)
{
  va_list a;
  va_start (a, col);
  gasp_event_notifyVA (c, tag, type, f, l, col, a);
  va_end (a);
}
int gasp_control (gasp_context_t c, int on) { (void) c; work (); return on; }
unsigned int gasp_create_event (gasp_context_t c, const char *n, const char *d)
{ (void) c; (void) n; (void) d; work (); return GASP_UPC_USEREVT_START; }
END
cat > prog.c <<'END'
#include <pupc.h>
#include <stdlib.h>
int main (void)
{
  unsigned int e = pupc_create_event ("e", 0);
  pupc_control (1);
  pupc_event_atomic (e);
  free (malloc (3));
  return 0;
}
END
for mode in source emitted; do
  run 0 "$CC" -O2 -finstrument-gasp-functions=$mode prog.c tool.c -o prog
  run 0 ./prog
  has out '^9 events$'
done
