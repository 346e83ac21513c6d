/* A naked function is left alone.

   SPDX-License-Identifier: Apache-2.0  */

__attribute__ ((naked)) int
bare (void)
{
  __asm__ ("xorl %eax, %eax; ret");
}

int
main (void)
{
  return bare ();
}

/* EVENTS -O0:
     0 + main
     0 - main
     0 + collective_exit 0
     0 - collective_exit 0
   END  */
