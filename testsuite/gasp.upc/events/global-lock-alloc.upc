/* upc_global_lock_alloc, upc_lock_free.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

int
main (void)
{
  upc_lock_t *l = upc_global_lock_alloc ();
  upc_lock_free (l);
  return 0;
}

/* EVENTS:
     0.0 + global_lock_alloc @14:19
     0.0 - global_lock_alloc $a @14:19
     0.0 + lock_free $a @15:3
     0.0 - lock_free $a @15:3
     0.0 + collective_exit 0 @16:10
     0.0 - collective_exit 0 @16:10
     1.0 + global_lock_alloc @14:19
     1.0 - global_lock_alloc $b @14:19
     1.0 + lock_free $b @15:3
     1.0 - lock_free $b @15:3
     1.0 + collective_exit 0 @16:10
     1.0 - collective_exit 0 @16:10
   END  */
