/* floating.h - the program's floating-point environment stays its own.

   SPDX-License-Identifier: Apache-2.0

   The tool computes with floating-point numbers on the program's threads.  Its
   operations set exception flags, use the rounding mode that the program has
   set, and trap if the program has enabled an exception.  gasp_floating_begin
   saves the environment and installs the one that a program starts with.
   gasp_floating_end restores it.  Each costs a few nanoseconds while the
   program has the default environment.

   Ordinary functions use these.  A call from a site goes through
   gasp_gcc_call_slowly, which saves and restores the registers itself.  */

#pragma once

#if defined __x86_64__

#define GASP_MXCSR_FLAGS 0x3fu
#define GASP_MXCSR_DEFAULT 0x1f80u
#define GASP_X87_FLAGS 0x3f
#define GASP_X87_DEFAULT 0x37f

/* SSE's register, and the x87's control and status.  */
struct gasp_floating
{
  unsigned int mxcsr;
  unsigned short control, status;
};

/* As FNSTENV stores it.  */
struct gasp_x87_environment
{
  unsigned int control, status, others[5];
};

static inline unsigned int
gasp_read_mxcsr (void)
{
  unsigned int mxcsr;
  __asm__ volatile ("stmxcsr %0" : "=m" (mxcsr) : : "memory");
  return mxcsr;
}

static inline void
gasp_write_mxcsr (unsigned int mxcsr)
{
  __asm__ volatile ("ldmxcsr %0" : : "m" (mxcsr) : "memory");
}

static inline unsigned short
gasp_read_x87_status (void)
{
  unsigned short status;
  __asm__ volatile ("fnstsw %0" : "=am" (status) : : "memory");
  return status;
}

/* Sets the x87's CONTROL word and FLAGS.  FNSTENV disables all exceptions, so
   that FLDENV can be reached.  */
static inline void
gasp_write_x87 (unsigned short control, unsigned short flags)
{
  struct gasp_x87_environment e;
  __asm__ volatile ("fnstenv %0" : "=m" (e) : : "memory");
  e.control = (e.control & ~0xffffu) | control;
  e.status = (e.status & ~(unsigned int) GASP_X87_FLAGS)
	     | (flags & GASP_X87_FLAGS);
  __asm__ volatile ("fldenv %0" : : "m" (e) : "memory");
}

static inline void
gasp_floating_begin (struct gasp_floating *f)
{
  f->mxcsr = gasp_read_mxcsr ();
  if (__builtin_expect ((f->mxcsr & ~GASP_MXCSR_FLAGS) != GASP_MXCSR_DEFAULT,
			0))
    gasp_write_mxcsr (GASP_MXCSR_DEFAULT);
  __asm__ volatile ("fnstcw %0" : "=m" (f->control) : : "memory");
  f->status = gasp_read_x87_status ();
  if (__builtin_expect (f->control != GASP_X87_DEFAULT, 0))
    gasp_write_x87 (GASP_X87_DEFAULT, 0);
}

static inline void
gasp_floating_end (const struct gasp_floating *f)
{
  if (gasp_read_mxcsr () != f->mxcsr)
    gasp_write_mxcsr (f->mxcsr);
  if (__builtin_expect (f->control != GASP_X87_DEFAULT
			|| ((gasp_read_x87_status () ^ f->status)
			    & GASP_X87_FLAGS), 0))
    gasp_write_x87 (f->control, f->status);
}

#else

# if defined __aarch64__

struct gasp_floating
{
  unsigned long control, flags;
};
#  define GASP_READ_CONTROL "mrs %0, fpcr"
#  define GASP_WRITE_CONTROL "msr fpcr, %0"
#  define GASP_READ_FLAGS "mrs %0, fpsr"
#  define GASP_WRITE_FLAGS "msr fpsr, %0"

# elif defined __riscv

/* Exceptions cannot be enabled on this processor; only the rounding is set.  */
struct gasp_floating
{
  unsigned long control, flags;
};
#  define GASP_READ_CONTROL "frrm %0"
#  define GASP_WRITE_CONTROL "fsrm %0"
#  define GASP_READ_FLAGS "frflags %0"
#  define GASP_WRITE_FLAGS "fsflags %0"

# endif

static inline void
gasp_floating_begin (struct gasp_floating *f)
{
  __asm__ volatile (GASP_READ_CONTROL : "=r" (f->control) : : "memory");
  __asm__ volatile (GASP_READ_FLAGS : "=r" (f->flags) : : "memory");
  if (__builtin_expect (f->control != 0, 0))
    __asm__ volatile (GASP_WRITE_CONTROL : : "r" (0ul) : "memory");
}

static inline void
gasp_floating_end (const struct gasp_floating *f)
{
  unsigned long flags;
  __asm__ volatile (GASP_READ_FLAGS : "=r" (flags) : : "memory");
  if (flags != f->flags)
    __asm__ volatile (GASP_WRITE_FLAGS : : "r" (f->flags) : "memory");
  if (__builtin_expect (f->control != 0, 0))
    __asm__ volatile (GASP_WRITE_CONTROL : : "r" (f->control) : "memory");
}

#endif
