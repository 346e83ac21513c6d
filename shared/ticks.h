/* ticks.h - the processor's counter of time.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdint.h>

static inline uint64_t
read_tsc (void)
{
#if defined __x86_64__ || defined __i386__
  unsigned int low, high;
  __asm__ volatile ("rdtsc" : "=a" (low), "=d" (high));
  return low | (uint64_t) high << 32;
#elif defined __aarch64__
  uint64_t t;
  __asm__ volatile ("mrs %0, cntvct_el0" : "=r" (t));
  return t;
#elif defined __riscv
  uint64_t t;
  __asm__ volatile ("rdtime %0" : "=r" (t));
  return t;
#else
  return 0;
#endif
}
