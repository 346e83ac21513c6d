/* main that ends without return: status 0.

   SPDX-License-Identifier: Apache-2.0  */

int done;

int
main (void)
{
  done = 1;
}

/* EVENTS:
     0 + main
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
