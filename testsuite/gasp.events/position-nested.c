/* Calls inside the arguments of calls have their own place.

   SPDX-License-Identifier: Apache-2.0  */

#include <stdlib.h>
#include "test.h"

KEEP void *
both (void *a, void *b)
{
  free (a);
  return b;
}

int
main (void)
{
  free (both (malloc (1),
	      malloc (2)));
  return 0;
}

/* EVENTS:
     0 + main
     0 + malloc * @18:15
     0 - malloc * * @18:15
     0 + malloc * @19:8
     0 - malloc * * @19:8
     0 + both
     0 + free * @11:3
     0 - free * @11:3
     0 - both
     0 + free * @18:3
     0 - free * @18:3
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
/* The order of evaluation is open.  */
/* EVENTS:
     0 + main
     0 + malloc * @19:8
     0 - malloc * * @19:8
     0 + malloc * @18:15
     0 - malloc * * @18:15
     0 + both
     0 + free * @11:3
     0 - free * @11:3
     0 - both
     0 + free * @18:3
     0 - free * @18:3
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
