/* A naked function is left alone.

   SPDX-License-Identifier: Apache-2.0  */

#ifdef __x86_64__
#define RETURN_0 "xorl %eax, %eax; ret"
#elif defined __riscv
#define RETURN_0 "li a0, 0; ret"
#endif

#ifdef RETURN_0
__attribute__ ((naked)) int
bare (void)
{
  __asm__ (RETURN_0);
}
#else
/* Has no such attribute.  */
__attribute__ ((no_instrument_function)) int
bare (void)
{
  return 0;
}
#endif

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
