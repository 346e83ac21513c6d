# A tool whose UPC part reads and writes shared objects of other threads in each
# callback: those of cache events, of accesses, locks and barriers alike.
#
# SPDX-License-Identifier: Apache-2.0

cat > tool.upc <<'END'
#include <stdarg.h>
#include <stdio.h>
#include <upc.h>
#include <gasp.h>
#include <gasp_upc.h>
struct _gasp_context_S { int events, kinds[1024]; };
static struct _gasp_context_S c;
static shared int counts[THREADS];
static shared [4] char wide[4 * THREADS];
gasp_context_t gasp_init (gasp_model_t m, int *argc, char ***argv) { return &c; }
void
gasp_event_notifyVA (gasp_context_t c, unsigned tag, gasp_evttype_t type,
		     const char *file, int line, int column, va_list args)
{
  int other = (MYTHREAD + 1) % THREADS;
  c->events++;
  c->kinds[tag % 1024]++;
  counts[other] = counts[other] + 1;
  wide[4 * other + 1] = 3;
  if (tag == GASP_UPC_COLLECTIVE_EXIT && type == GASP_END)
    fprintf (stderr, "tool %d: %d hits, %d misses, %d\n", MYTHREAD,
	     c->kinds[GASP_UPC_CACHE_HIT], c->kinds[GASP_UPC_CACHE_MISS],
	     counts[other] == c->events);
}
END
cat "$HERE/../../lib/tool-rest.c" >> tool.upc
cat > a.upc <<'END'
#include <upc.h>
struct s { char text[100]; };
shared struct s s[THREADS];
shared int a[40 * THREADS];
int main (void)
{
  int other = (MYTHREAD + 1) % THREADS, sum = 0;
  struct s copy = s[other];
  s[other] = copy;
  for (int i = 0; i < 40; i++)
    {
      a[i * THREADS + other] = i;
      sum += a[i * THREADS + other];
    }
  upc_lock_t *l = upc_all_lock_alloc ();
  upc_lock (l);
  a[other] += 1;
  upc_unlock (l);
  upc_fence;
  upc_barrier;
  return sum != 780;
}
END
for conduit in smp loopback; do
  run 0 "$UPCC" -O2 --conduit=$conduit -c tool.upc -o tool.o
  run 0 "$UPCC" -O2 --conduit=$conduit --profile a.upc tool.o -o a
  run 0 timeout 60 ./a -n 2
  count 2 err '^tool [01]: [0-9]+ hits, [0-9]+ misses, 1$'
  # What the tool writes is on the lines of what the program reads, so these are
  # seldom hits.
  [ $conduit = smp ] || has err ' hits, [1-9]'
done
