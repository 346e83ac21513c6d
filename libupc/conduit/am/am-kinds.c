/* am-kinds.c - which function does what a record asks for.

   SPDX-License-Identifier: Apache-2.0  */

#include "conduit/am/am.h"

static upc_am_handler *const handlers[UPC_AM_KINDS] = {
  [UPC_AM_PUT] = upc_am_serve_put,
  [UPC_AM_PUT_AND_TELL] = upc_am_serve_put_and_tell,
  [UPC_AM_SET] = upc_am_serve_set,
  [UPC_AM_GET] = upc_am_serve_get,
  [UPC_AM_PUT_LARGE] = upc_am_serve_put_large,
  [UPC_AM_GET_LARGE] = upc_am_serve_get,
  [UPC_AM_ATOMIC] = upc_am_serve_atomic,
  [UPC_AM_ASK] = upc_am_serve_request,
  [UPC_AM_TELL] = upc_am_serve_request,
  [UPC_AM_PING] = upc_am_serve_ping,
  [UPC_AM_FLUSH] = upc_am_serve_flush,
  [UPC_AM_ENDED] = upc_am_serve_end,
  [UPC_AM_WHO_HAS_ENDED] = upc_am_serve_end,
  [UPC_AM_MEET] = upc_am_serve_meeting,
  [UPC_AM_PART] = upc_am_serve_part,
  [UPC_AM_WHERE] = upc_am_serve_where,
};

void
upc_am_begin (void)
{
  upc_am_prepare (handlers);
}
