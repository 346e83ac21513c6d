/* Anything else after #pragma pupc is a warning.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-do compile } */
/* { dg-options "-Wall" } */
/* { dg-levels -O0 } */
#pragma pupc maybe	/* { dg-warning "pupc" } */
#pragma pupc		/* { dg-warning "pupc" } */
#pragma pupc on now	/* { dg-warning "pupc" } */
int x;
