/* call-table.c - the table of calls that have a profiled variant.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "call-table.h"

const struct gasp_call gasp_calls[GASP_CALLS] = {
#define GASP_CALL(function, variant, args, event, how) \
  { #function, #variant, args, #event, how },
#include "gasp-calls.def"
};
