/* upc_all_free raises the events of upc_free.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

int
main (void)
{
  shared void *p = upc_all_alloc (1, 20);
  upc_all_free (p);
  return 0;
}

/* EVENTS:
     0.0 + all_alloc 1 20 @14:20
     0.0 - all_alloc 1 20 * @14:20
     0.0 + free * @15:3
     0.0 - free * @15:3
     0.0 + collective_exit 0 @16:10
     0.0 - collective_exit 0 @16:10
     1.0 + all_alloc 1 20 @14:20
     1.0 - all_alloc 1 20 * @14:20
     1.0 + free * @15:3
     1.0 - free * @15:3
     1.0 + collective_exit 0 @16:10
     1.0 - collective_exit 0 @16:10
   END  */
