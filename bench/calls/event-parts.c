/* event-parts.c - what the parts of a call of gasp_event_notify cost.

   SPDX-License-Identifier: Apache-2.0

   Before the tool is called at a site, where anything may be in registers, and
   behind it, libgasp does these; see gasp_gcc_call_slowly in
   libgasp/arch/x86-64/x86-64.S, and gasp_keep in libgasp/calls/raise.h.  Each
   figure is the least of many short runs, in nanoseconds of processor time, for
   what one event needs of it.  */

#include <cpuid.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#define TIMES 20000
#define RUNS 40

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Each is done TIMES times by a loop of its own.  */
#define PART(name, code)						\
static void								\
name (void)								\
{									\
  for (int i = 0; i < TIMES; i++)					\
    {									\
      code;								\
    }									\
}

static char area[4096] __attribute__ ((aligned (64)));
static unsigned int control = 0x1f80;

__attribute__ ((noipa)) static void
tool (void *context, unsigned int tag, int type, const char *file, int line,
      int column, ...)
{
  va_list arguments;
  (void) context, (void) tag, (void) type, (void) file, (void) line;
  va_start (arguments, column);
  __asm__ volatile ("" : : "r" (va_arg (arguments, const char *)));
  va_end (arguments);
}

PART (loop, __asm__ volatile (""))
PART (call_tool, tool (area, 1, 0, "file", 1, 1, "signature"))
PART (registers,
      __asm__ volatile ("push %%rax; push %%rcx; push %%rdx; push %%rsi\n\t"
			"push %%rdi; push %%r8; push %%r9; push %%r10\n\t"
			"push %%r11; cld; pop %%r11; pop %%r10; pop %%r9\n\t"
			"pop %%r8; pop %%rdi; pop %%rsi; pop %%rdx\n\t"
			"pop %%rcx; pop %%rax" : : : "memory"))
PART (mxcsr, __asm__ volatile ("stmxcsr %0; ldmxcsr %0" : "+m" (control)))
PART (keep_errno, errno = errno; __asm__ volatile ("" : : : "memory"))

static void
cancellation (void)
{
  int state, type, old;
  for (int i = 0; i < TIMES; i++)
    {
      pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &state);
      pthread_setcanceltype (PTHREAD_CANCEL_DEFERRED, &type);
      pthread_setcancelstate (state, &old);
    }
}

#define EACH_XMM(do) \
  do (0) do (1) do (2) do (3) do (4) do (5) do (6) do (7) \
  do (8) do (9) do (10) do (11) do (12) do (13) do (14) do (15)
#define SAVE(n) "movaps %%xmm" #n ", 16*" #n "(%0)\n\t"
#define RESTORE(n) "movaps 16*" #n "(%0), %%xmm" #n "\n\t"
PART (sse, __asm__ volatile (EACH_XMM (SAVE) EACH_XMM (RESTORE)
			     : : "r" (area) : "memory"))

PART (in_use, __asm__ volatile ("xgetbv\n\txgetbv"
				: : "c" (1) : "eax", "edx"))
PART (xsave, __asm__ volatile ("xsavec64 (%0)\n\txrstor64 (%0)"
			       : : "r" (area), "a" (7), "d" (0) : "memory"))

static const struct
{
  void (*part) (void);
  unsigned int needs;		/* of CPUID's leaf 0xd, 1 */
  const char *text;
} parts[] = {
  { call_tool, 0, "the tool's function and its variable arguments" },
  { registers, 0, "general registers" },
  { sse, 0, "the 16 SSE registers" },
  { mxcsr, 0, "SSE's control and flags" },
  { in_use, 4, "if AVX or x87 may be alive: asking twice what is (xgetbv)" },
  { xsave, 2, "if it is, instead of those three: xsavec, xrstor" },
  { keep_errno, 0, "errno" },
  { cancellation, 0, "no cancellation meanwhile" },
};

static double
best_of (void (*part) (void))
{
  double best = 1e9;
  for (int run = 0; run < RUNS; run++)
    {
      double start = now ();
      part ();
      double time = (now () - start) / TIMES;
      if (time < best)
	best = time;
    }
  return best;
}

int
main (void)
{
  unsigned int a, b, c, d;
  double bare = best_of (loop);
  if (!__get_cpuid_count (0xd, 1, &a, &b, &c, &d))
    a = 0;
  for (unsigned int i = 0; i < sizeof parts / sizeof *parts; i++)
    if ((a & parts[i].needs) == parts[i].needs)
      printf ("  %-60s %6.2f\n", parts[i].text,
	      best_of (parts[i].part) - bare);
  return 0;
}
