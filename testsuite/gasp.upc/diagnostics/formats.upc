/* Pointers-to-shared that printf or scanf are to follow.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile } */

#include <stdio.h>
#include <upc.h>

shared [] char text[20];
shared int a[THREADS];

void say (int n, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

int
main (void)
{
  char local[20];
  printf ("%s\n", text);	/* { dg-warning "19: warning: a pointer-to-shared among the arguments of a format, which are pointers-to-local" } */
  scanf ("%19s %d", local,
	 &a[MYTHREAD]);		/* { dg-warning "10: warning: a pointer-to-shared among" } */
  say (3, "%d %s", a[0], (char *) text);
  say (3, "%d %s", 3, text);	/* { dg-warning "23: warning: a pointer-to-shared among" } */
  printf ("%p\n", &a[1]);
  printf ("%s %d\n", local, a[0]);
  return 0;
}
