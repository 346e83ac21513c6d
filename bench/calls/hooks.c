/* hooks.c - what -finstrument-functions calls, empty.

   SPDX-License-Identifier: Apache-2.0  */

__attribute__ ((no_instrument_function)) void
__cyg_profile_func_enter (void *function, void *site)
{
  (void) function, (void) site;
}

__attribute__ ((no_instrument_function)) void
__cyg_profile_func_exit (void *function, void *site)
{
  (void) function, (void) site;
}
