/* The same where the compiler loads the addresses of libgomp's functions into
   registers.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-fopenmp -fno-plt" } */

#include "openmp-places.c"
