/* Strict reads in expressions whose values are known without them.

   SPDX-License-Identifier: Apache-2.0

   What a compound assignment reads has another place in GCC 11.  */

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
     0.0 . static_shared 2 4 * 4 a * @13:19
     0.0 + get 0 * * 4 @22:7
     0.0 - get 0 * * 4 @22:7
     0.0 + get 0 * * 4 @22:12
     0.0 - get 0 * * 4 @22:12
     0.0 + get 0 * * 4 @23:7
     0.0 - get 0 * * 4 @23:7
     0.0 + get 0 * * 4 @23:12
     0.0 - get 0 * * 4 @23:12
     0.0 + get 0 * * 4 @24:7
     0.0 - get 0 * * 4 @24:7
     0.0 + get 0 * * 4 @24:13
     0.0 - get 0 * * 4 @24:13
     0.0 + get 0 * * 4 @25:7
     0.0 - get 0 * * 4 @25:7
     0.0 + get 0 * * 4 @26:7
     0.0 - get 0 * * 4 @26:7
     0.0 + get 0 * * 4 @27:11
     0.0 - get 0 * * 4 @27:11
     0.0 + get 0 * * 4 @28:7
     0.0 - get 0 * * 4 @28:7
     0.0 + get 0 * * 4 @29:8
     0.0 - get 0 * * 4 @29:8
     0.0 + get 0 * * 4 @30:7
     0.0 - get 0 * * 4 @30:7
     0.0 + get 0 * * 4 @31:3
     0.0 - get 0 * * 4 @31:3
     0.0 + get 0 * * 4 @32:11
     0.0 - get 0 * * 4 @32:11
     0.0 + get 0 * * 4
     0.0 - get 0 * * 4
     0.0 + put 0 * * 4 @33:6
     0.0 - put 0 * * 4 @33:6
     0.0 + get 0 * * 4 @34:7
     0.0 - get 0 * * 4 @34:7
     0.0 + get 0 * * 4 @36:7
     0.0 - get 0 * * 4 @36:7
     0.0 + get 0 * * 4 @36:13
     0.0 - get 0 * * 4 @36:13
     0.0 + get 0 * * 4 @42:9
     0.0 - get 0 * * 4 @42:9
     0.0 + get 0 * * 4 @42:14
     0.0 - get 0 * * 4 @42:14
     0.0 + collective_exit 0 @44:10
     0.0 - collective_exit 0 @44:10
     1.0 . static_shared 2 4 * 4 a * @13:19
     1.0 + get 0 * * 4 @22:7
     1.0 - get 0 * * 4 @22:7
     1.0 + get 0 * * 4 @22:12
     1.0 - get 0 * * 4 @22:12
     1.0 + get 0 * * 4 @23:7
     1.0 - get 0 * * 4 @23:7
     1.0 + get 0 * * 4 @23:12
     1.0 - get 0 * * 4 @23:12
     1.0 + get 0 * * 4 @24:7
     1.0 - get 0 * * 4 @24:7
     1.0 + get 0 * * 4 @24:13
     1.0 - get 0 * * 4 @24:13
     1.0 + get 0 * * 4 @25:7
     1.0 - get 0 * * 4 @25:7
     1.0 + get 0 * * 4 @26:7
     1.0 - get 0 * * 4 @26:7
     1.0 + get 0 * * 4 @27:11
     1.0 - get 0 * * 4 @27:11
     1.0 + get 0 * * 4 @28:7
     1.0 - get 0 * * 4 @28:7
     1.0 + get 0 * * 4 @29:8
     1.0 - get 0 * * 4 @29:8
     1.0 + get 0 * * 4 @30:7
     1.0 - get 0 * * 4 @30:7
     1.0 + get 0 * * 4 @31:3
     1.0 - get 0 * * 4 @31:3
     1.0 + get 0 * * 4 @32:11
     1.0 - get 0 * * 4 @32:11
     1.0 + get 0 * * 4
     1.0 - get 0 * * 4
     1.0 + put 0 * * 4 @33:6
     1.0 - put 0 * * 4 @33:6
     1.0 + get 0 * * 4 @34:7
     1.0 - get 0 * * 4 @34:7
     1.0 + get 0 * * 4 @36:7
     1.0 - get 0 * * 4 @36:7
     1.0 + get 0 * * 4 @36:13
     1.0 - get 0 * * 4 @36:13
     1.0 + get 0 * * 4 @42:9
     1.0 - get 0 * * 4 @42:9
     1.0 + get 0 * * 4 @42:14
     1.0 - get 0 * * 4 @42:14
     1.0 + collective_exit 0 @44:10
     1.0 - collective_exit 0 @44:10
   END  */
