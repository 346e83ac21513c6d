/* with-papi.h - whether the recorder is built with PAPI: decided only here.

   SPDX-License-Identifier: Apache-2.0

   With PAPI there are papi.c, counters.c and counting.c, without it
   no-counters.c.  The build defines HAVE_PAPI if it found PAPI and was not told
   to do without.  */

#ifdef HAVE_PAPI
#define WITH_PAPI 1
#endif
