/* Running out: null, and a message with the sizes and the option.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-threads 1 2 4 } */
/* { dg-conduits smp loopback } */
/* { dg-translation dynamic } */
/* { dg-environment UPC_SHARED_HEAP_SIZE=1M } */
/* { dg-output "libupc: thread 0: upc_all_alloc: no room for \[0-9\]+ blocks? of 600000 bytes .600000 bytes a thread.: the heap has 1048576 bytes a thread, and \[0-9\]+ are left; see -fupc-heap-N" } */

#include <upc.h>

int
main (void)
{
  if (!upc_all_alloc (THREADS, 600000))
    return 1;
  if (upc_all_alloc (THREADS, 600000))
    return 2;
  if (upc_alloc (600000) || upc_global_alloc (THREADS, 600000))
    return 3;
  if (!upc_alloc (1000) || !upc_all_alloc (THREADS, 1000))
    return 4;
  if (upc_alloc (0) || upc_all_alloc (0, 5) || upc_global_alloc (5, 0))
    return 5;
  return 0;
}
