/* UPC 1.3, 6.6.2: who leaves a upc_forall by break, goto or return, or comes into
   it, does something undefined.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }
   { dg-options "-Wno-switch-unreachable" }  */

#include <upc.h>

shared int a[THREADS];

int
f (int n)
{
  upc_forall (int i = 0; i < n; i++; i)
    return 1;			/* { dg-warning "12: warning: 'return' out of 'upc_forall'" } */
  upc_forall (int i = 0; i < n; i++; &a[i])
    if (i == 3)
      break;			/* { dg-warning "7: warning: 'break' out of 'upc_forall'" } */
  upc_forall (int i = 0; i < n; i++; i)
    {
      if (i == 3)
	goto out;		/* { dg-warning "9: warning: 'goto' out of 'upc_forall'" } */
    }
  if (n == 7)
    goto in;			/* { dg-warning "5: warning: 'goto' into 'upc_forall'" } */
  upc_forall (int i = 0; i < n; i++; i)
    {
    in:
      if (i == 2)
	continue;
      for (int j = 0; j < i; j++)
	if (j == 5)
	  break;
	else
	  goto within;
      switch (i)
	{
	case 3:
	  break;
	default:
	  n--;
	}
    within:
      n--;
    }
  switch (n)
    {
      upc_forall (int i = 0; i < n; i++; i)
	{
	case 4:			/* { dg-warning "9: warning: 'switch' into 'upc_forall'" } */
	  n--;
	  switch (n)
	    {
	    case 1:
	      n++;
	    case 2 ... 3:
	      for (int k = 0; k < i; k++)
		{
	    default:
		  n--;
		}
	    }
	  while (n > 5)
	    {
	default:		/* { dg-warning "9: warning: 'switch' into 'upc_forall'" } */
	      n--;
	    }
	}
    case 8:
      n--;
    }
 out:
  for (int i = 0; i < 5; i++)
    {
      upc_forall (int k = 0; k < n; k++; k)
	a[k] = 1;
      break;
    }
  return 0;
}
