/* A semaphore that has been freed.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 }
   { dg-translation dynamic }
   { dg-status 1 }
   { dg-output "bupc_sem_try: the pointer \\(thread 0, address 0x\[0-9a-f]+\\) is to no semaphore, or to one that has been freed" }  */

#include <bupc_extensions.h>

int
main (void)
{
  bupc_sem_t *s = bupc_sem_alloc (0);
  bupc_sem_free (s);
  return bupc_sem_try (s);
}
