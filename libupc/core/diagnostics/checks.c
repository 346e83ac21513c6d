/* checks.c - the table of what -fupc-check does: see checks.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "core/diagnostics/checks.h"

const struct upc_checks *upc_checks;
bool upc_racing;
const void *upc_check_caller;
