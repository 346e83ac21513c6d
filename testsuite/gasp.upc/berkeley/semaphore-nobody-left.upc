/* The thread that would post has ended.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 2 }
   { dg-translation dynamic }
   { dg-status 1 }
   { dg-output "bupc_sem_wait" }  */

#include <bupc_extensions.h>

int
main (void)
{
  if (MYTHREAD == 0)
    bupc_sem_wait (bupc_sem_alloc (0));
  return 0;
}
