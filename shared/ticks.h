/* ticks.h - the processor's counter of time, and whose time it is.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <pthread.h>
#include <stdint.h>
#include <time.h>

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

/* Returns THREAD's number, which its clock is named by, without a system call:
   a sandbox may forbid that.  0: it is not known, or the thread has ended.  */
static inline int
number_of_thread (pthread_t thread)
{
  clockid_t clock;
  return pthread_getcpuclockid (thread, &clock) ? 0 : ~(clock >> 3);
}

static inline int
own_number (void)
{
  return number_of_thread (pthread_self ());
}
