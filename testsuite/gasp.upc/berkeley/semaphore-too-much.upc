/* A boolean semaphore is posted once.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 }
   { dg-translation dynamic }
   { dg-status 1 }
   { dg-output "bupc_sem_postN: 2 is too much for this semaphore, whose value is at most 1" }  */

#include <bupc_extensions.h>

int
main (void)
{
  bupc_sem_postN (bupc_sem_alloc (BUPC_SEM_BOOLEAN), 2);
  return 0;
}
