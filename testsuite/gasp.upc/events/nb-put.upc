/* A large write is nonblocking where it cannot be addressed: initiation, data, sync.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp --conduit=loopback" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

struct s { int x[3000]; };
shared struct s a[THREADS];

int
main (void)
{
  struct s x = { { MYTHREAD } };
  a[1 - MYTHREAD] = x;
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 12000 * 12000 a * @12:17
     0.0 + nb_put_init 1 * * 12000 @18:19
     0.0 - nb_put_init 1 * * 12000 $h0 @18:19
     0.0 + nb_sync $h0 @18:19
     0.0 + nb_put_data $h0 @18:19
     0.0 - nb_put_data $h0 @18:19
     0.0 - nb_sync $h0 @18:19
     0.0 + collective_exit 0 @19:10
     0.0 - collective_exit 0 @19:10
     1.0 . static_shared 2 12000 * 12000 a * @12:17
     1.0 + nb_put_init 1 * * 12000 @18:19
     1.0 - nb_put_init 1 * * 12000 $h1 @18:19
     1.0 + nb_sync $h1 @18:19
     1.0 + nb_put_data $h1 @18:19
     1.0 - nb_put_data $h1 @18:19
     1.0 - nb_sync $h1 @18:19
     1.0 + collective_exit 0 @19:10
     1.0 - collective_exit 0 @19:10
   END  */
