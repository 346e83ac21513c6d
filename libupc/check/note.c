/* note.c - checks before accesses, for code that is not optimised.

   SPDX-License-Identifier: Apache-2.0  */

#include "gasp-upc-macros.h"
#include "gasp-upc-prelude.h"

void
__upc_check_access (__upc_pts p, __upc_pts how, const void *proxy,
		    __upc_long total, struct __upc_check_site *site)
{
  __upc_check (p, how, proxy, total, site);
}
