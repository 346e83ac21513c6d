/* upc_lock, upc_unlock.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

int
main (void)
{
  upc_lock_t *l = upc_all_lock_alloc ();
  upc_lock (l);
  upc_unlock (l);
  return 0;
}

/* EVENTS:
     0.0 + all_lock_alloc @14:19
     0.0 - all_lock_alloc $l @14:19
     0.0 + lock $l @15:3
     0.0 - lock $l @15:3
     0.0 + unlock $l @16:3
     0.0 - unlock $l @16:3
     0.0 + collective_exit 0 @17:10
     0.0 - collective_exit 0 @17:10
     1.0 + all_lock_alloc @14:19
     1.0 - all_lock_alloc $l @14:19
     1.0 + lock $l @15:3
     1.0 - lock $l @15:3
     1.0 + unlock $l @16:3
     1.0 - unlock $l @16:3
     1.0 + collective_exit 0 @17:10
     1.0 - collective_exit 0 @17:10
   END  */
