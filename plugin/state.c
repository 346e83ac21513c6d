/* state.c - the options, and the state of the unit so far.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gasp-plugin.h"
#include "upc/upc-plugin.h"

struct gasp_option_values gasp_options;
struct upc_option_values upc_options;
unsigned gasp_functions_done, gasp_functions_left_out, gasp_calls_done;
bool gasp_unit_needs_runtime, gasp_unit_has_source, gasp_unit_has_emitted;
