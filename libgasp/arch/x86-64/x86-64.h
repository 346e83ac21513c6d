/* x86-64.h - what libgasp's C has to know of this processor.

   SPDX-License-Identifier: Apache-2.0

   Part of common.h, by way of processor.h, which says what each of these is.
   The rest is in x86-64.c and x86-64.S.  */

AT_SITE_INLINE unsigned long
gasp_stack_pointer (void)
{
  unsigned long sp;
  __asm__ volatile ("movq %%rsp, %0" : "=r" (sp));
  return sp;
}

AT_SITE_INLINE bool
gasp_replace (unsigned long *word, unsigned long before, unsigned long value)
{
  bool done;
  __asm__ volatile ("cmpxchgq %3, %0"
		    : "+m" (*word), "+a" (before), "=@ccz" (done)
		    : "r" (value) : "memory");
  return done;
}

/* A call pushes a return address.  */
#define GASP_CALL_KEEPS_STACK 0

/* The hooks are C functions that preserve all registers.  The record comes
   in r11, as long as nothing else has been done.  */

AT_SITE_INLINE const struct gasp_gcc_function *
gasp_record_from_stub (void)
{
  const struct gasp_gcc_function *function;
  __asm__ volatile ("movq %%r11, %0" : "=r" (function));
  return function;
}

/* The stack pointer at the site.  GCC is not to know that it is an address in
   this stack, and that no frame of ours can be there.  */
#define GASP_POSITION_OF_SITE						\
  ({									\
    unsigned long cfa_ = (unsigned long) __builtin_dwarf_cfa ();	\
    __asm__ ("" : "+r" (cfa_));						\
    cfa_;								\
  })

#define GASP_HOOK(hook) GASP_HOOK_BEHIND (hook, 0)
#define GASP_HAS_RECORDED 1
extern void __gasp_enter_recorded (void) AT_SITE;
extern void __gasp_enter_inlined_recorded (void) AT_SITE;
extern void __gasp_leave_recorded (void) AT_SITE;

/* Hooks that are jumped to instead of returning, and do so themselves: so the
   return address is the program's, at the frame's position.  */
#define GASP_HAS_RETURN 1
extern bool gasp_site_returns (const struct gasp_site *site);
extern void __gasp_return (void) AT_SITE;
extern void __gasp_return_recorded (void) AT_SITE;
#define GASP_RETURN_HOOK(hook) GASP_HOOK_BEHIND (hook, -sizeof (long))

/* Hooks near by, of functions of one kind (near/x86-64-hooks.h); distances are
   from the beginning.  */
#define GASP_HAS_NEAR 1
/* Emitted functions, and those of the source.  */
#define GASP_NEARS 2
extern struct gasp_near gasp_near_emitted, gasp_near_source;
struct gasp_near
{
  /* The functions of libgasp that it calls.  */
  void (*enter) (void), (*enter_inlined) (void), (*leave) (void),
    (*tail) (void), (*begin_call) (void);
  volatile char **process_mark;
  struct descriptors *taken;	/* what the pointers there are to */
  int state;			/* 1: ready; -1: cannot be */
  int text, text_end;
  int uses, uses_end;		/* distances of instructions that name the
				   thread, from the first of these */
  int parts, parts_end;		/* the critical ones: struct part */
  int descriptors;		/* of these, as the kernel wants them */
  int hooks[14];		/* 0: there is none */
};
#define GASP_HOOK_BEHIND(hook, pushed)					\
AT_SITE_INLINE void							\
at_##hook (const struct gasp_gcc_function *function, unsigned long position); \
AT_SITE void								\
hook (void)								\
{									\
  const struct gasp_gcc_function *function = gasp_record_from_stub ();	\
  at_##hook (function, GASP_POSITION_OF_SITE + (pushed));		\
}									\
AT_SITE_INLINE void							\
at_##hook (const struct gasp_gcc_function *function, unsigned long position)

extern void gasp_begin_call (void) AT_SITE;

/* __gasp_tail calls this, and its stub has pushed r11.  */
#define GASP_TAIL_HOOK GASP_HOOK_BEHIND (gasp_tail, 16)
extern void gasp_tail (void) AT_SITE;

/* The recorder's functions, through x86-64.S: GCC does not believe a pointer
   to a function that this preserves all registers.  */
extern void gasp_record_enter (struct gasp_gcc_frame *, gasp_context_t) AT_SITE;
extern void gasp_record_leave (struct gasp_gcc_frame *, gasp_context_t) AT_SITE;
extern void gasp_record_count (struct gasp_gcc_frame *, gasp_context_t,
			       const struct gasp_gcc_function *) AT_SITE;
extern struct gasp_gcc_path *
gasp_find_path (gasp_context_t, struct gasp_gcc_path *,
		const struct gasp_gcc_function *) AT_SITE;

AT_SITE_INLINE gasp_gcc_word
gasp_read_clock (void)
{
  unsigned int low, high;
  __asm__ volatile ("rdtsc" : "=a" (low), "=d" (high));
  return low | (gasp_gcc_word) high << 32;
}

/* A head is the address of the hook.  */
#define GASP_HEAD_SIZE 8
#define GASP_STUB_SIZE 16
#define GASP_STUB_OF_SITE 0
#define GASP_CALL_STUB_SIZE 32
#define GASP_STUB_REACH (1ul << 31)

static inline long
gasp_system_call (long number, long arg1, long arg2)
{
  long result = number;
  __asm__ volatile ("syscall" : "+a" (result)
		    : "D" (arg1), "S" (arg2)
		    : "rcx", "r11", "memory");
  return result;
}

static inline void __attribute__ ((noreturn))
gasp_return_from_handler (unsigned long sp, long number)
{
  __asm__ volatile ("movq %0, %%rsp\n\t"
		    "syscall\n\t"
		    "hlt"
		    : : "r" (sp), "a" (number) : "memory");
  __builtin_unreachable ();
}

/* The kernel's, from where the stack pointer is when the handler returns.  */
#define GASP_SIGNAL_FRAME
struct gasp_signal_frame
{
  unsigned long flags, link, stack[3], registers[32], mask;
  siginfo_t info;
};

/* The number of the exception, be it an earlier one.  */
#define gasp_has_trapped(frame) ((frame)->registers[20] != 0)
/* A page fault not far from the stack pointer.  */
#define gasp_has_overflowed(frame) \
  ((frame)->registers[20] == 14 \
   && (frame)->registers[15] - (frame)->registers[22] + 4096 < 65536)

/* setjmp stores the stack pointer as the seventh word; the GNU C library
   encrypts it.  */
#define gasp_jump_target gasp_jump_target
static inline unsigned long
gasp_jump_target (const void *environment)
{
  unsigned long sp = ((const unsigned long *) environment)[6];
#ifdef __GLIBC__
  __asm__ ("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r" (sp));
#endif
  return sp;
}
