# A tool with a UPC part, as published ones have: MYTHREAD and THREADS in
# gasp_init, and ticks that go on from there; barriers and shared accesses, which
# are no events, in callbacks, at the END of the COLLECTIVE_EXIT too.
#
# SPDX-License-Identifier: Apache-2.0

cat > tool.c <<'END'
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <gasp.h>
#include <gasp_upc.h>
struct _gasp_context_S { int mythread, threads, events; uint64_t start; };
extern int tool_mythread (void), tool_threads (void);
extern void tool_barrier (void), tool_add (int);
extern int tool_sum (void);
extern uint64_t tool_ticks (void), tool_ns (uint64_t);
gasp_context_t
gasp_init (gasp_model_t model, int *argc, char ***argv)
{
  gasp_context_t c = calloc (1, sizeof *c);
  assert (model == GASP_MODEL_UPC && *argc && **argv);
  c->mythread = tool_mythread ();
  c->threads = tool_threads ();
  c->start = tool_ticks ();
  return c;
}
void
gasp_event_notifyVA (gasp_context_t c, unsigned tag, gasp_evttype_t type,
		     const char *file, int line, int column, va_list args)
{
  c->events++;
  if (tag == GASP_UPC_COLLECTIVE_EXIT && type == GASP_END)
    {
      tool_add (c->events);
      assert (tool_ns (tool_ticks () - c->start) < UINT64_C (600000000000));
      tool_barrier ();
      int sum = tool_sum ();
      tool_barrier ();
      fprintf (stderr, "tool %d/%d: %d events of %d\n", c->mythread,
	       c->threads, c->events, sum);
    }
}
END
cat "$HERE/../../lib/tool-rest.c" >> tool.c
cat > tool-upc.upc <<'END'
#include <upc.h>
#include <upc_tick.h>
static shared int counts[THREADS];
int tool_mythread (void) { return MYTHREAD; }
int tool_threads (void) { return THREADS; }
uint64_t tool_ticks (void) { return upc_ticks_now (); }
uint64_t tool_ns (uint64_t ticks) { return upc_ticks_to_ns (ticks); }
void tool_barrier (void) { upc_barrier; }
void tool_add (int n) { counts[MYTHREAD] = n; }
int tool_sum (void)
{
  int sum = 0;
  for (int t = 0; t < THREADS; t++)
    sum += counts[t];
  return sum;
}
END
cat > a.upc <<'END'
#include <upc.h>
int main (void)
{
  upc_barrier;
  if (MYTHREAD == 1)
    upc_fence;
  return 0;
}
END
"$STOCK" -c tool.c -I"$BUILD/include" -o tool.o
# The upcalls are no events, even if they are instrumented.
for flags in '' --profile; do
  run 0 "$UPCC" $flags -c tool-upc.upc -o tool-upc.o
  run 0 "$UPCC" -finstrument-gasp -c a.upc -o a.o
  run 0 "$UPCC" -finstrument-gasp a.o tool.o tool-upc.o -o a
  for n in 1 2 4; do
    run 0 ./a -n $n
    count $n err '^tool'
    for t in $(seq 0 $((n - 1))); do
      has err "^tool $t/$n: [0-9]+ events of [0-9]+\$"
    done
    [ "$(sed 's/.* of //' err | sort -u | wc -l)" -eq 1 ] || fail "sums differ"
    [ $n -lt 2 ] || has err "^tool 1/$n: $(($(sed -n "s/^tool 0.*: \([0-9]*\) events.*/\1/p" err) + 2)) events"
  done
done
