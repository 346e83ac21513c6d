/* What the functions of upc_nb.h begin arrives later where others' memory cannot
   be addressed: between initiation and the end of the synchronisation, under
   the handle that the initiation gave, or that of those without one.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp --conduit=loopback" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>
#include <upc_nb.h>

#define N 3000
shared [N] int a[N * THREADS];
int x[N];

int
main (void)
{
  if (MYTHREAD)
    return 0;
  upc_handle_t get = upc_memget_nb (x, a + N, 8);
  upc_sync (get);
  upc_memput_nbi (a + N, x, sizeof x);
  upc_synci ();
  get = upc_memput_nb (a + N, x, 8);
  upc_sync (get);
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 12000 * 4 a * @15:16
     0.0 + nb_memget_init * * 8 @23:22
     0.0 - nb_memget_init * * 8 $h0 @23:22
     0.0 + nb_sync $h0 @24:3
     0.0 + nb_get_data $h0 @23:22
     0.0 - nb_get_data $h0 @23:22
     0.0 - nb_sync $h0 @24:3
     0.0 + nb_memput_init * * 12000 @25:3
     0.0 - nb_memput_init * * 12000 $h1 @25:3
     0.0 + nb_sync $h1 @26:3
     0.0 + nb_put_data $h1 @25:3
     0.0 - nb_put_data $h1 @25:3
     0.0 - nb_sync $h1 @26:3
     0.0 + nb_memput_init * * 8 @27:9
     0.0 - nb_memput_init * * 8 0 @27:9
     0.0 + nb_sync 0 @28:3
     0.0 - nb_sync 0 @28:3
     0.0 + collective_exit 0 @29:10
     0.0 - collective_exit 0 @29:10
     1.0 . static_shared 2 12000 * 4 a * @15:16
     1.0 + collective_exit 0 @22:12
     1.0 - collective_exit 0 @22:12
   END  */
