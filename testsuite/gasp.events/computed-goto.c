/* Computed goto within a function.

   SPDX-License-Identifier: Apache-2.0  */

#include "test.h"

KEEP int
interpret (const char *code)
{
  static const void *const place[] = { &&stop, &&add, &&twice };
  int value = 0;

next:
  goto *place[*code++ - '0'];
add:
  value++;
  goto next;
twice:
  value *= 2;
  goto next;
stop:
  return value;
}

int
main (void)
{
  return interpret ("11210") - 5;
}

/* EVENTS:
     0 + main
     0 + interpret
     0 - interpret
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
