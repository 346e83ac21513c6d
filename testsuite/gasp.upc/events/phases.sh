# The pointers that accesses in loops are told with have their elements' phase,
# and each access is told once.
#
# SPDX-License-Identifier: Apache-2.0

cat > tool.c <<'END'
#include <stdlib.h>
#include <gasp.h>
#include <gasp_upc.h>
extern void check (gasp_upc_PTS_t *p);
struct _gasp_context_S { int nothing; };
gasp_context_t
gasp_init (gasp_model_t model, int *argc, char ***argv)
{
  return calloc (1, sizeof (struct _gasp_context_S));
}
void
gasp_event_notifyVA (gasp_context_t c, unsigned tag, gasp_evttype_t type,
		     const char *file, int line, int column, va_list args)
{
  if (type != GASP_START)
    return;
  if (tag == GASP_UPC_PUT)
    (void) va_arg (args, int), check (va_arg (args, gasp_upc_PTS_t *));
  if (tag == GASP_UPC_GET)
    {
      (void) va_arg (args, int), (void) va_arg (args, void *);
      check (va_arg (args, gasp_upc_PTS_t *));
    }
}
END
cat "$HERE/../../lib/tool-rest.c" >> tool.c

cat > tool-upc.upc <<'END'
#include <stdio.h>
#include <upc.h>
#include "arrays.h"
long events;
#define IN(array, block)						\
  (at >= upc_addrfield (array) && at < upc_addrfield (array) + EACH * 4	\
   ? (at - upc_addrfield (array)) / 4 % block == upc_phaseof (*p) : 0)
void
check (void *where)
{
  shared void **p = where;
  size_t at = upc_addrfield (*p);
  events++;
  if (!(IN (a, 4) || IN (b, 32) || IN (c, 32) || IN (d, 48) || IN (e, 1)))
    {
      fprintf (stderr, "thread %d: phase %d at %d of thread %d\n", MYTHREAD,
	       (int) upc_phaseof (*p), (int) at, (int) upc_threadof (*p));
      upc_global_exit (1);
    }
}
END

cat > arrays.h <<'END'
enum { EACH = 192 };
extern shared [4] int a[EACH * THREADS];
extern shared [32] int b[EACH * THREADS], c[EACH * THREADS];
extern shared [48] int d[EACH * THREADS];
extern shared int e[EACH * THREADS];
extern long events;
END

cat > program.upc <<'END'
#include <stdio.h>
#include <upc.h>
#include "arrays.h"
shared [4] int a[EACH * THREADS];
shared [32] int b[EACH * THREADS], c[EACH * THREADS];
shared [48] int d[EACH * THREADS];
shared int e[EACH * THREADS];
int n, sum;
static void
expect (long accesses)
{
  static long before;
  if (events - before != accesses)
    {
      fprintf (stderr, "thread %d: %ld events, not %ld\n", MYTHREAD,
	       events - before, accesses);
      upc_global_exit (1);
    }
  before = events;
}
int
main (void)
{
  int i, k, own;
  long all = n = EACH * THREADS;
  for (i = 0; i < all; i++)
    b[i] = i;
  expect (all);
  upc_forall (i = 0; i < n; i++; &b[i])
    c[i] = b[i] + b[(i + 32) % n];
  expect (EACH * 3);
  upc_forall (i = 0; i < all - 32; i++; &b[i])
    c[i] = b[i + 32];
  for (i = 0, own = 0; i < all - 32; i++)
    own += i / 32 % THREADS == MYTHREAD;
  expect (own * 2);
  upc_forall (i = 0; i < all; i += 4; &e[i])
    e[i] = a[i];
  for (i = 0, own = 0; i < all; i += 4)
    own += i % THREADS == MYTHREAD;
  expect (own * 2);
  for (i = 0; i < all - 5; i++)
    sum += d[i + 5] + c[i];
  expect ((all - 5) * 2);
  for (i = all - 1; i > 3; i -= 3)
    d[i] = b[i - 3], k = i;
  expect ((all - 4 + 2) / 3 * 2);
  upc_barrier;
  return k == 0;
}
END
"$STOCK" -c tool.c -I"$BUILD/include" -o tool.o
for options in -O0 -O2 '-O2 -fupc-threads-3'; do
  run 0 "$UPCC" $options -c tool-upc.upc -o tool-upc.o
  run 0 "$UPCC" $options --profile --profile-local program.upc tool-upc.o \
    tool.o -o program
  case $options in
    *threads*) run 0 ./program ;;
    *) for n in 1 2 3; do run 0 ./program -n $n; done ;;
  esac
done
