/* A large read is nonblocking where it cannot be addressed: initiation, data, sync.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp --conduit=loopback" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

struct s { int x[30]; };
shared struct s a[THREADS];

int
main (void)
{
  struct s x = a[1 - MYTHREAD];
  (void) x;
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 120 * 120 a * @12:17
     0.0 + nb_get_init 1 * * 120 @17:17
     0.0 - nb_get_init 1 * * 120 $h0 @17:17
     0.0 + nb_sync $h0 @17:17
     0.0 + nb_get_data $h0 @17:17
     0.0 - nb_get_data $h0 @17:17
     0.0 - nb_sync $h0 @17:17
     0.0 + collective_exit 0 @19:10
     0.0 - collective_exit 0 @19:10
     1.0 . static_shared 2 120 * 120 a * @12:17
     1.0 + nb_get_init 1 * * 120 @17:17
     1.0 - nb_get_init 1 * * 120 $h1 @17:17
     1.0 + nb_sync $h1 @17:17
     1.0 + nb_get_data $h1 @17:17
     1.0 - nb_get_data $h1 @17:17
     1.0 - nb_sync $h1 @17:17
     1.0 + collective_exit 0 @19:10
     1.0 - collective_exit 0 @19:10
   END  */
