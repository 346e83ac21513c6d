/* upc_lock_attempt: the result is an argument of the END.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

int
main (void)
{
  upc_lock_t *l = upc_all_lock_alloc ();
  if (MYTHREAD == 0)
    upc_lock (l);
  upc_barrier;
  if (MYTHREAD == 1)
    upc_lock_attempt (l);
  upc_barrier;
  if (MYTHREAD == 0)
    upc_unlock (l);
  upc_barrier;
  if (MYTHREAD == 1)
    upc_lock_attempt (l);
  return 0;
}

/* EVENTS:
     0.0 + all_lock_alloc @14:19
     0.0 - all_lock_alloc $l @14:19
     0.0 + lock $l @16:5
     0.0 - lock $l @16:5
     0.0 + barrier 0 * @17:3
     0.0 - barrier 0 * @17:3
     0.0 + barrier 0 * @20:3
     0.0 - barrier 0 * @20:3
     0.0 + unlock $l @22:5
     0.0 - unlock $l @22:5
     0.0 + barrier 0 * @23:3
     0.0 - barrier 0 * @23:3
     0.0 + collective_exit 0 @26:10
     0.0 - collective_exit 0 @26:10
     1.0 + all_lock_alloc @14:19
     1.0 - all_lock_alloc $l @14:19
     1.0 + barrier 0 * @17:3
     1.0 - barrier 0 * @17:3
     1.0 + lock_attempt $l @19:5
     1.0 - lock_attempt $l 0 @19:5
     1.0 + barrier 0 * @20:3
     1.0 - barrier 0 * @20:3
     1.0 + barrier 0 * @23:3
     1.0 - barrier 0 * @23:3
     1.0 + lock_attempt $l @25:5
     1.0 - lock_attempt $l 1 @25:5
     1.0 + collective_exit 0 @26:10
     1.0 - collective_exit 0 @26:10
   END  */
