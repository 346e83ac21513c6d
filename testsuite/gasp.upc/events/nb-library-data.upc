/* What the functions of upc_nb.h begin arrives later where others' memory cannot
   be addressed: between initiation and the end of the synchronisation, under
   the handle that the initiation gave, or that of those without one.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp --conduit=loopback" } */
/* { dg-threads 1 } */
/* { dg-translation dynamic } */

#include <upc.h>
#include <upc_nb.h>

shared [] int a[4];
int x[4];

int
main (void)
{
  upc_handle_t get = upc_memget_nb (x, a, 8);
  upc_sync (get);
  upc_memput_nbi (a, x, 16);
  upc_synci ();
  get = upc_memget_nb (x, a, 12);
  while (!upc_sync_attempt (get))
    continue;
  return 0;
}

/* EVENTS:
     0.0 . static_shared 1 16 * 4 a * @14:15
     0.0 + nb_memget_init * * 8 @20:22
     0.0 - nb_memget_init * * 8 $h0 @20:22
     0.0 + nb_sync $h0 @21:3
     0.0 + nb_get_data $h0 @20:22
     0.0 - nb_get_data $h0 @20:22
     0.0 - nb_sync $h0 @21:3
     0.0 + nb_memput_init * * 16 @22:3
     0.0 - nb_memput_init * * 16 $h1 @22:3
     0.0 + nb_sync $h1 @23:3
     0.0 + nb_put_data $h1 @22:3
     0.0 - nb_put_data $h1 @22:3
     0.0 - nb_sync $h1 @23:3
     0.0 + nb_memget_init * * 12 @24:9
     0.0 - nb_memget_init * * 12 $h2 @24:9
     0.0 + nb_trysync $h2 @25:11
     0.0 + nb_get_data $h2 @24:9
     0.0 - nb_trysync $h2 0 @25:11
     0.0 + nb_trysync $h2 @25:11
     0.0 - nb_get_data $h2 @24:9
     0.0 - nb_trysync $h2 1 @25:11
     0.0 + collective_exit 0 @27:10
     0.0 - collective_exit 0 @27:10
   END  */
