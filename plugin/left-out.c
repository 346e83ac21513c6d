/* left-out.c - say which functions are left out (-finstrument-gasp-verbose).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gasp-plugin.h"

void
gasp_left_out (tree fn, const char *why)
{
  gasp_functions_left_out++;
  if (!gasp_options.verbose)
    return;
  char *text = xasprintf ("%%qs is not instrumented: %s", why);
  inform (DECL_SOURCE_LOCATION (fn), text, gasp_signature (fn));
  free (text);
}
