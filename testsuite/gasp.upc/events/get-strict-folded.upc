/* Strict reads in expressions whose values are known without them.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-options "-finstrument-gasp -Wno-all -Wno-extra" } */
/* { dg-threads 2 } */
/* { dg-translation dynamic } */

#include <upc.h>

strict shared int a[THREADS];

int
main (void)
{
  int other = 1 - MYTHREAD, x = MYTHREAD;
  strict shared int *p = &a[other];
  shared int *q = (shared int *) p;
  volatile int y;
  y = *p - *p;
  y = *p ^ *p;
  y = *p == *p;
  y = *p & 0;
  y = *p * 0;
  y = 0 * *p;
  y = *p ? x : x;
  y = (*p, 1);
  y = *p || 1;
  *p * 0;
  (void) (*p & 0);
  *p *= 0;
  if (*p)
    ;
  if (*p != *p)
    y = 0;
  y = 0 && *p;
  y = sizeof (*p - *p);
  {
#pragma upc strict
    y = *q - *q;
  }
  return 0;
}

/* EVENTS:
     0.0 . static_shared 2 4 * 4 a * @11:19
     0.0 + get 0 * * 4 @20:7
     0.0 - get 0 * * 4 @20:7
     0.0 + get 0 * * 4 @20:12
     0.0 - get 0 * * 4 @20:12
     0.0 + get 0 * * 4 @21:7
     0.0 - get 0 * * 4 @21:7
     0.0 + get 0 * * 4 @21:12
     0.0 - get 0 * * 4 @21:12
     0.0 + get 0 * * 4 @22:7
     0.0 - get 0 * * 4 @22:7
     0.0 + get 0 * * 4 @22:13
     0.0 - get 0 * * 4 @22:13
     0.0 + get 0 * * 4 @23:7
     0.0 - get 0 * * 4 @23:7
     0.0 + get 0 * * 4 @24:7
     0.0 - get 0 * * 4 @24:7
     0.0 + get 0 * * 4 @25:11
     0.0 - get 0 * * 4 @25:11
     0.0 + get 0 * * 4 @26:7
     0.0 - get 0 * * 4 @26:7
     0.0 + get 0 * * 4 @27:8
     0.0 - get 0 * * 4 @27:8
     0.0 + get 0 * * 4 @28:7
     0.0 - get 0 * * 4 @28:7
     0.0 + get 0 * * 4 @29:3
     0.0 - get 0 * * 4 @29:3
     0.0 + get 0 * * 4 @30:11
     0.0 - get 0 * * 4 @30:11
     0.0 + get 0 * * 4 @31:3
     0.0 - get 0 * * 4 @31:3
     0.0 + put 0 * * 4 @31:6
     0.0 - put 0 * * 4 @31:6
     0.0 + get 0 * * 4 @32:7
     0.0 - get 0 * * 4 @32:7
     0.0 + get 0 * * 4 @34:7
     0.0 - get 0 * * 4 @34:7
     0.0 + get 0 * * 4 @34:13
     0.0 - get 0 * * 4 @34:13
     0.0 + get 0 * * 4 @40:9
     0.0 - get 0 * * 4 @40:9
     0.0 + get 0 * * 4 @40:14
     0.0 - get 0 * * 4 @40:14
     0.0 + collective_exit 0 @42:10
     0.0 - collective_exit 0 @42:10
     1.0 . static_shared 2 4 * 4 a * @11:19
     1.0 + get 0 * * 4 @20:7
     1.0 - get 0 * * 4 @20:7
     1.0 + get 0 * * 4 @20:12
     1.0 - get 0 * * 4 @20:12
     1.0 + get 0 * * 4 @21:7
     1.0 - get 0 * * 4 @21:7
     1.0 + get 0 * * 4 @21:12
     1.0 - get 0 * * 4 @21:12
     1.0 + get 0 * * 4 @22:7
     1.0 - get 0 * * 4 @22:7
     1.0 + get 0 * * 4 @22:13
     1.0 - get 0 * * 4 @22:13
     1.0 + get 0 * * 4 @23:7
     1.0 - get 0 * * 4 @23:7
     1.0 + get 0 * * 4 @24:7
     1.0 - get 0 * * 4 @24:7
     1.0 + get 0 * * 4 @25:11
     1.0 - get 0 * * 4 @25:11
     1.0 + get 0 * * 4 @26:7
     1.0 - get 0 * * 4 @26:7
     1.0 + get 0 * * 4 @27:8
     1.0 - get 0 * * 4 @27:8
     1.0 + get 0 * * 4 @28:7
     1.0 - get 0 * * 4 @28:7
     1.0 + get 0 * * 4 @29:3
     1.0 - get 0 * * 4 @29:3
     1.0 + get 0 * * 4 @30:11
     1.0 - get 0 * * 4 @30:11
     1.0 + get 0 * * 4 @31:3
     1.0 - get 0 * * 4 @31:3
     1.0 + put 0 * * 4 @31:6
     1.0 - put 0 * * 4 @31:6
     1.0 + get 0 * * 4 @32:7
     1.0 - get 0 * * 4 @32:7
     1.0 + get 0 * * 4 @34:7
     1.0 - get 0 * * 4 @34:7
     1.0 + get 0 * * 4 @34:13
     1.0 - get 0 * * 4 @34:13
     1.0 + get 0 * * 4 @40:9
     1.0 - get 0 * * 4 @40:9
     1.0 + get 0 * * 4 @40:14
     1.0 - get 0 * * 4 @40:14
     1.0 + collective_exit 0 @42:10
     1.0 - collective_exit 0 @42:10
   END  */
