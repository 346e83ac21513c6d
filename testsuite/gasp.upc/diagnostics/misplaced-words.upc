/* Words of UPC where GCC expects others: it names them as the user writes them.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

int
operand (void)
{
  return shared + 1;	/* { dg-error "expected expression before 'shared'" } */
}

int shared = 1;		/* { dg-error "expected identifier or '.' before '='" } */
int after (int a shared);	/* { dg-error "before 'shared'" } */
