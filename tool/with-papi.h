/* with-papi.h - whether the recorder is built with PAPI: decided here only.

   SPDX-License-Identifier: Apache-2.0

   papi.c, counters.c and counting.c are what there is with it, no-counters.c
   without.  The build says
   HAVE_PAPI where it found it and was not told to do without.  */

#ifdef HAVE_PAPI
#define WITH_PAPI 1
#endif
