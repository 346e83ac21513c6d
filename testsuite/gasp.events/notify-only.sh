# A foreign tool as published ones are: companion object, tags of its own, #ifdef on every event.
#
# SPDX-License-Identifier: Apache-2.0

cat > tool.c <<'END'
#include <assert.h>
#include <stdio.h>
#include <gasp.h>
struct _gasp_context_S { int events, depth, on; };
static struct _gasp_context_S context;
static unsigned int next = GASP_UPC_USEREVT_START;
gasp_context_t gasp_init (gasp_model_t model, int *argc, char ***argv)
{
  assert (model == GASP_MODEL_UPC);
  assert (*argc >= 1 && **argv);
  context.on = 1;
  return &context;
}
void gasp_event_notify (gasp_context_t c, unsigned int tag, gasp_evttype_t type,
			const char *f, int l, int col, ...)
{
  va_list args;
  va_start (args, col);
  gasp_event_notifyVA (c, tag, type, f, l, col, args);
  va_end (args);
}
void gasp_event_notifyVA (gasp_context_t c, unsigned int tag, gasp_evttype_t type,
			  const char *f, int l, int col, va_list args)
{
  (void) f; (void) l; (void) col; (void) args;
  c->events++;
  c->depth += type == GASP_START ? 1 : type == GASP_END ? -1 : 0;
  switch (tag)
    {
    case GASP_UPC_GET: case GASP_UPC_PUT: case GASP_UPC_MEMGET:
    case GASP_UPC_MEMPUT: case GASP_UPC_MEMSET:
      assert (0);
#ifdef GASP_UPC_BARRIER
    case GASP_UPC_BARRIER:
      break;
#endif
    case GASP_UPC_COLLECTIVE_EXIT:
      if (type == GASP_END)
	fprintf (stderr, "%d events, %d open\n", c->events, c->depth);
    }
}
int gasp_control (gasp_context_t c, int on) { int o = c->on; c->on = on; return o; }
unsigned int gasp_create_event (gasp_context_t c, const char *n, const char *d)
{ (void) c; (void) n; (void) d; assert (next < GASP_UPC_USEREVT_END - 3); return next++; }
END
printf 'int main (void) { return 0; }\n' > prog.c
run 0 "$STOCK" -O2 -Wall -Werror -I"$BUILD/include" -c tool.c
run 0 "$CC" --profile prog.c tool.o -o prog
run 0 ./prog
has err '^4 events, 0 open$'
