/* Tags of user events are in the range that gasp_upc.h gives.

   SPDX-License-Identifier: Apache-2.0  */

#include <gasp.h>
#include <pupc.h>

int
main (void)
{
  unsigned int one = pupc_create_event ("one", 0);
  unsigned int two = pupc_create_event ("two", 0);

  return one < GASP_UPC_USEREVT_START || one > GASP_UPC_USEREVT_END
	 || two < GASP_UPC_USEREVT_START || two > GASP_UPC_USEREVT_END;
}
