/* upc_atomic.h: pointers-to-shared, which are compared without their phase; a
   floating-point zero equals the negative one; bad arguments end the
   program.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 3 }
   { dg-conduits smp loopback }  */

#include <math.h>
#include <upc_atomic.h>
#include "check.h"

shared [4] int a[4 * THREADS];
shared void *shared pointer;
shared double number;

static void
pointers (void)
{
  upc_atomicdomain_t *domain
    = upc_all_atomicdomain_alloc (UPC_PTS, UPC_GET | UPC_SET | UPC_CSWAP,
				  UPC_ATOMIC_HINT_LATENCY);
  shared void *p = &a[6], *q = &a[1], *old = NULL, *same = upc_resetphase (p);

  if (MYTHREAD == THREADS - 1)
    {
      CHECK (upc_phaseof (p) == 2 && upc_phaseof (same) == 0);
      upc_atomic_relaxed (domain, &old, UPC_SET, &pointer, &p, NULL);
      CHECK (old == NULL);
      upc_atomic_strict (domain, &old, UPC_CSWAP, &pointer, &q, &q);
      CHECK (old == p && upc_phaseof (old) == 2);
      upc_atomic_relaxed (domain, &old, UPC_CSWAP, &pointer, &same, &q);
      CHECK (old == p);
      upc_atomic_relaxed (domain, &old, UPC_GET, &pointer, NULL, NULL);
      CHECK (old == q && upc_phaseof (old) == 1 && upc_threadof (old) == 0);
    }
  upc_all_atomicdomain_free (domain);
}

static void
zeros (void)
{
  upc_atomicdomain_t *domain
    = upc_all_atomicdomain_alloc (UPC_DOUBLE, UPC_GET | UPC_SET | UPC_CSWAP,
				  UPC_ATOMIC_HINT_THROUGHPUT);
  double plus = 0.0, minus = -0.0, one = 1, old = 2;

  if (MYTHREAD == THREADS - 1)
    {
      upc_atomic_relaxed (domain, NULL, UPC_SET, &number, &minus, NULL);
      upc_atomic_relaxed (domain, &old, UPC_CSWAP, &number, &plus, &one);
      CHECK (old == 0 && signbit (old));
      upc_atomic_relaxed (domain, &old, UPC_GET, &number, NULL, NULL);
      CHECK (old == 1);
    }
  upc_all_atomicdomain_free (domain);
}

int
main (void)
{
  upc_atomicdomain_t *one, *other;

  pointers ();
  zeros ();
  one = upc_all_atomicdomain_alloc (UPC_INT, UPC_ADD, 0);
  other = upc_all_atomicdomain_alloc (UPC_INT, UPC_ADD, 0);
  CHECK (one != other);
  upc_all_atomicdomain_free (one);
  upc_all_atomicdomain_free (other);
  upc_all_atomicdomain_free (NULL);
  upc_barrier;
  return 0;
}
