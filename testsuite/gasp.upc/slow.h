/* slow.h - a program that is slow, whose threads do not wait for ever.

   SPDX-License-Identifier: Apache-2.0  */

#include <unistd.h>
#include <upc.h>
int main (void)
{
  upc_lock_t *lock = upc_all_lock_alloc ();
  upc_lock (lock);
  sleep (2);
  upc_unlock (lock);
  if (MYTHREAD)
    sleep (2);
  upc_all_alloc (1, 1);
  upc_barrier;
  return 0;
}
