/* Bytes of a file do not change where functions stand.

   SPDX-License-Identifier: Apache-2.0  */

/* { dg-gcc 15 } */

static const unsigned char bytes[] = {
#embed "embed.c" limit (100)
};

int
main (void)
{
  return bytes[0] - '/' + (sizeof bytes != 100);
}

/* EVENTS:
     0 + main @12:1
     0 - main @15:1
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
