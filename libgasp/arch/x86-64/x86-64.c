/* x86-64.c - what sites and stubs look like, and how to save the processor's
   state.

   SPDX-License-Identifier: Apache-2.0  */

#include <cpuid.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "attach.h"
#include "text/code.h"

/* What near/x86-64-hooks.h takes structures to be.  */
#define AT(type, member, offset) \
  _Static_assert (offsetof (struct type, member) == (offset), #type "." #member)
AT (gasp_thread, hold, 0);
AT (gasp_thread, top, 8);
AT (gasp_thread, limit, 16);
AT (gasp_thread, latest, 40);
AT (gasp_thread, known_paths, 48);
AT (gasp_thread, careful, 56);
AT (gasp_thread, state_saved, 57); /* x86-64.S */
AT (gasp_thread, low, 64);
AT (gasp_thread, where, 80);
AT (gasp_thread, log, 88);	/* x86-64-traced.S */
AT (gasp_thread, deferred.go_on, 136); /* x86-64-traced.S */
AT (gasp_gcc_log, limit, 8);
AT (gasp_gcc_log, time, 16);
AT (gasp_attachment, taken, 12); /* x86-64.S */
AT (gasp_attachment, calls, 16); /* x86-64.S */
AT (gasp_attachment, result, 20); /* x86-64.S */
AT (gasp_gcc_frame, position, 8);
AT (gasp_gcc_frame, data, 16);
AT (gasp_gcc_frame, time, 24);
AT (gasp_gcc_frame, inner, 32);
AT (gasp_gcc_frame, was, 40);
AT (gasp_gcc_path, calls, 8);
AT (gasp_gcc_path, ticks, 16);
AT (gasp_gcc_path, skip, 24);
AT (gasp_gcc_path, period, 28);
AT (gasp_gcc_function, flags, 20);
AT (gasp_object, near, 80);
_Static_assert (GASP_KNOWN_PATHS == 8192 && GASP_PATHS_FACTOR == 1688,
		"gasp_known_paths");
_Static_assert (sizeof (struct gasp_gcc_frame) == 48, "gasp_gcc_frame");
_Static_assert (GASP_GCC_LOG_END == 1 && GASP_GCC_LOG_NEAR == 2
		&& GASP_GCC_LOG_START == 3 && GASP_GCC_LOG_TIME_BITS == 14
		&& GASP_GCC_LOG_SHIFT == 2 && GASP_GCC_LOG_DISTANCE_SHIFT == 5
		&& sizeof (struct gasp_gcc_path) == 96, "gasp_gcc_log");

#pragma GCC visibility push (hidden)

/* How gasp_gcc_call_slowly saves what is not in general registers: 0 FXSAVE,
   1 XSAVE, 2 XSAVEC, 3 as 2, but what is mostly in use one by one.  Until
   gasp_state_prepare says better, what every processor can.  */
int gasp_state_how = 0;
unsigned long gasp_state_mask = 0;
unsigned long gasp_state_size = 512;

#pragma GCC visibility pop

/* State components that are not saved: protection keys, which a tool may mean
   to change, and the tiles, which no call preserves and which are large.  */
#define PKRU (1ul << 9)
#define TILES (1ul << 17 | 1ul << 18)

#define AVX512_STATE (7ul << 5)

/* In leaf 0xd, 1: XGETBV tells what is in use.  */
#define CPUID_XGETBV1 (1u << 2)

#define LEGACY_SIZE (512 + 64)

static unsigned long
enabled_components (void)
{
  unsigned int low, high;
  __asm__ volatile ("xgetbv" : "=a" (low), "=d" (high) : "c" (0));
  return (unsigned long) high << 32 | low;
}

/* The size of an area that holds the components in MASK, in the compacted
   form or the standard one.  */
static unsigned long
area_size (unsigned long mask, bool compacted)
{
  unsigned long size = LEGACY_SIZE;
  for (unsigned int i = 2; i < 63; i++)
    if (mask & 1ul << i)
      {
	unsigned int a, b, c, d;
	__cpuid_count (0xd, i, a, b, c, d);
	unsigned long start = !compacted ? b
			      : c & 2 ? (size + 63) & ~63ul : size;
	if (start + a > size)
	  size = start + a;
      }
  return size;
}

/* Whether the registers that MASK has can be saved one by one.  */
static bool
can_save_singly (unsigned long mask)
{
  unsigned int a, b, c, d;
  if (!__get_cpuid_count (0xd, 1, &a, &b, &c, &d) || !(a & CPUID_XGETBV1))
    return false;
  if (!(mask & AVX512_STATE))
    return true;
  return __get_cpuid_count (7, 0, &a, &b, &c, &d) && (b & bit_AVX512BW);
}

void
gasp_state_prepare (void)
{
  unsigned int a, b, c, d;
  if (!__get_cpuid (1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
    return;
  bool compacted
    = __get_cpuid_count (0xd, 1, &a, &b, &c, &d) && (a & bit_XSAVEC);
  gasp_state_mask = enabled_components () & ~(PKRU | TILES);
  gasp_state_size = area_size (gasp_state_mask, compacted);
  gasp_state_how
    = !compacted ? 1 : can_save_singly (gasp_state_mask) ? 3 : 2;
}

bool
gasp_is_end_of_handler (unsigned long address)
{
  /* movq $SYS_rt_sigreturn, %rax; syscall  */
  static const unsigned char code[]
    = { 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05 };
  return memcmp ((const void *) address, code, sizeof code) == 0;
}

/* A site is five bytes in one aligned word: a NOP, or a call, or a jump to what
   returns instead of the instruction behind it.  */
#define SITE_SIZE 5
#define CALL 0xe8
#define JUMP 0xe9
#define RETURN 0xc3
#define NOP 0x00441f0ful	/* 0f 1f 44 00 00 */
#define SITE_MASK 0xfffffffffful

bool
gasp_site_returns (const struct gasp_site *site)
{
  return ((const unsigned char *) gasp_site_address (site))[SITE_SIZE] == RETURN;
}

unsigned long
gasp_site_word (const struct gasp_site *site, unsigned int kind,
		unsigned long stub)
{
  unsigned long address = gasp_site_address (site);
  unsigned long word = *(const unsigned long *) (address & ~7ul);
  unsigned int shift = (address & 7) * 8;
  unsigned long code = word >> shift & SITE_MASK;
  unsigned char first = code;
  if ((address & 7) > 8 - SITE_SIZE
      || (code != NOP && first != CALL && first != JUMP))
    return word;
  unsigned int displacement = stub - (address + SITE_SIZE);
  code = (!stub ? NOP
	  : (unsigned long) displacement << 8
	    | (kind == GASP_SITE_RETURN ? JUMP : CALL));
  return (word & ~(SITE_MASK << shift)) | code << shift;
}

/* ---- The hooks of near/x86-64-hooks.h

   A program may have been linked with those of another libgasp than it runs with.
   They name this, which has another name whenever struct gasp_near changes, or a
   structure that they look at (near/x86-64-start.S).  */

extern const char gasp_gcc_near_format_5
  __attribute__ ((visibility ("default")));
const char gasp_gcc_near_format_5 = 5;

/* An object that is linked without hooks of its own finds these.  */
extern const char gasp_gcc_emitted_hooks, gasp_gcc_source_hooks
  __attribute__ ((visibility ("default")));
const char gasp_gcc_emitted_hooks = 0, gasp_gcc_source_hooks = 0;

/* They refer to gasp_thread as %fs:THREAD + the member's offset.  */

#define THREAD 0x40000000u

/* Behind the thread pointer, where the C library has registered it.  */
#define CRITICAL_PART 0x50000000u
extern const unsigned int __rseq_size __attribute__ ((weak));
extern const ptrdiff_t __rseq_offset __attribute__ ((weak));
#define OFFSET_OF_PART 8

static bool
can_restart (void)
{
  return &__rseq_size && __rseq_size;
}

static unsigned int
with_offset (unsigned int displacement, unsigned long of_thread)
{
  return displacement >= CRITICAL_PART
	 ? displacement - CRITICAL_PART + (unsigned long) __rseq_offset
	   + OFFSET_OF_PART
	 : displacement - THREAD + of_thread;
}

/* Put the thread's offset where it is used in NEAR.  */
static bool
write_uses (const struct gasp_near *near, const struct gasp_writer *writer)
{
  unsigned long offset, uses = (unsigned long) near + near->uses;
  /* The compiler would read half of it, which is no form that the linker can
     turn into a constant for static programs.  */
  __asm__ ("movq gasp_thread@gottpoff(%%rip), %0" : "=r" (offset));
  for (const int *use = (const int *) uses;
       use < (const int *) ((unsigned long) near + near->uses_end); use++)
    {
      unsigned long word, address = uses + *use;
      memcpy (&word, (void *) address, sizeof word);
      word = (word & ~0xfffffffful) | with_offset (word, offset);
      if (!gasp_write_word (writer, address, word))
	return false;
    }
  return true;
}

/* What the kernel is to know of a critical part (rseq(2)).  It may look at it
   long after a thread was there, when the object is gone, and ends the process
   if this is not in order.  So it is never freed, but used again for another's,
   and is in order at any moment: with no length, ABORT has but to be right.  */
#define PARTS 15
struct descriptors
{
  struct descriptor
  {
    unsigned int version, flags;
    unsigned long start, length, abort;
  } __attribute__ ((aligned (32))) parts[PARTS];
  struct descriptors *next;
};
static struct descriptors *unused;

static void
describe (struct descriptor *descriptor, unsigned long start,
	  unsigned long length, unsigned long abort)
{
  __atomic_store_n (&descriptor->length, 0, __ATOMIC_RELEASE);
  __atomic_store_n (&descriptor->abort, abort, __ATOMIC_RELEASE);
  __atomic_store_n (&descriptor->start, start, __ATOMIC_RELEASE);
  __atomic_store_n (&descriptor->length, length, __ATOMIC_RELEASE);
}

static struct descriptors *
take_descriptors (void)
{
  if (!unused)
    {
      size_t size = getpagesize ();
      struct descriptors *page = mmap (NULL, size, PROT_READ | PROT_WRITE,
				       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (page == MAP_FAILED)
	return NULL;
      for (size_t i = 0; i < size / sizeof *page; i++)
	{
	  page[i].next = unused;
	  unused = &page[i];
	}
    }
  struct descriptors *taken = unused;
  unused = taken->next;
  return taken;
}

/* Distances from the first of them, as near/x86-64-hooks.h has them.  */
struct part
{
  int start, end, abort;
};

static const struct part *
first_part (const struct gasp_near *near)
{
  return (const struct part *) ((unsigned long) near + near->parts);
}

static bool
describe_parts (struct gasp_near *near)
{
  const struct part *parts = first_part (near);
  unsigned long base = (unsigned long) parts;
  size_t count = (near->parts_end - near->parts) / sizeof *parts;
  void **descriptors = (void **) ((unsigned long) near + near->descriptors);
  near->taken = take_descriptors ();
  if (!near->taken || count > PARTS)
    return false;
  for (size_t i = 0; i < count; i++)
    {
      describe (&near->taken->parts[i], base + parts[i].start,
		parts[i].end - parts[i].start, base + parts[i].abort);
      descriptors[i] = &near->taken->parts[i];
    }
  return true;
}

/* Its code is about to be gone.  That of libgasp stays.  */
static void
forget (struct gasp_near *near)
{
  struct descriptors *taken = near->taken;
  const struct part *first = first_part (&gasp_near_emitted);
  if (!taken)
    return;
  for (size_t i = 0; i < PARTS; i++)
    describe (&taken->parts[i], 0, 0, (unsigned long) first + first->abort);
  near->taken = NULL;
  taken->next = unused;
  unused = taken;
}

void
gasp_forget_near (struct gasp_near *const *nears)
{
  for (int i = 0; i < GASP_NEARS; i++)
    if (nears[i])
      forget (nears[i]);
}

struct gasp_near *const gasp_own_near[GASP_NEARS]
  = { &gasp_near_emitted, &gasp_near_source };
struct gasp_near *const gasp_logging_near[GASP_NEARS] = { &gasp_near_traced };

static bool
prepare (struct gasp_near *near)
{
  if (!can_restart () || !describe_parts (near))
    return false;
  unsigned long page = getpagesize (), start = (unsigned long) near;
  struct segment pages = { (start + near->text) & -page,
			   (start + near->text_end + page - 1) & -page,
			   PROT_READ | PROT_EXEC };
  struct gasp_writer writer;
  if (!gasp_write_begin (&writer, &pages, false))
    return false;
  near->enter = gasp_gcc_enter;
  near->enter_inlined = gasp_gcc_enter_inlined;
  near->leave = gasp_gcc_leave;
  near->tail = gasp_tail;
  near->begin_call = gasp_begin_call;
  near->process_mark = &gasp_process_mark;
  bool done = write_uses (near, &writer);
  gasp_write_end (&writer);
  return done;
}

bool
gasp_prepare_near (struct gasp_near *near)
{
  if (near->state == 0)
    near->state = prepare (near) ? 1 : -1;
  return near->state > 0;
}

/* ---- Stubs

     leaq record(%rip), %r11        and behind TAIL, pushq %r11 in front
     jmp *head(%rip)                or, if it is near by, jmp hook  */

static unsigned long
put (unsigned long to, const void *bytes, size_t size)
{
  memcpy ((void *) to, bytes, size);
  return to + size;
}

/* An instruction that ends in an address relative to its end.  */
static unsigned long
put_relative (unsigned long to, const void *opcode, size_t size,
	      unsigned long address)
{
  to = put (to, opcode, size);
  int displacement = (int) (address - (to + sizeof displacement));
  return put (to, &displacement, sizeof displacement);
}

void
gasp_make_head (unsigned long head, void (*hook) (void))
{
  put (head, &hook, sizeof hook);
}

void
gasp_make_stub (unsigned long stub, const struct gasp_site *site,
		unsigned int kind, unsigned long head, unsigned long hook)
{
  if (kind == GASP_SITE_TAIL)
    stub = put (stub, "\x41\x53", 2);
  stub = put_relative (stub, "\x4c\x8d\x1d", 3,
		       (unsigned long) gasp_site_function (site));
  if (hook)
    put_relative (stub, "\xe9", 1, hook);
  else
    put_relative (stub, "\xff\x25", 2, head);
}

/* ---- Calls

     leaq target(%rip), %rsi      if the variant wants that
     leaq file(%rip), %rsi        the registers are those of the arguments
     movl $line, %edx             behind the call's own
     movl $column, %ecx
     jmp variant  */

/* Of the six arguments in registers: what "leaq 0(%rip), %r" and "movl $0, %r"
   begin with.  */
static const struct
{
  unsigned char leaq[3], movl[2], movl_size;
} arguments[] = {
  { { 0x48, 0x8d, 0x3d }, { 0xbf }, 1 },
  { { 0x48, 0x8d, 0x35 }, { 0xbe }, 1 },
  { { 0x48, 0x8d, 0x15 }, { 0xba }, 1 },
  { { 0x48, 0x8d, 0x0d }, { 0xb9 }, 1 },
  { { 0x4c, 0x8d, 0x05 }, { 0x41, 0xb8 }, 2 },
  { { 0x4c, 0x8d, 0x0d }, { 0x41, 0xb9 }, 2 }
};

static unsigned long
put_number (unsigned long to, unsigned int argument, int value)
{
  to = put (to, arguments[argument].movl, arguments[argument].movl_size);
  return put (to, &value, sizeof value);
}

static unsigned long
put_address (unsigned long to, unsigned int argument, unsigned long address)
{
  return put_relative (to, arguments[argument].leaq, 3, address);
}

void
gasp_make_call_stub (unsigned long stub, const struct gasp_call_site *call,
		     unsigned long target)
{
  unsigned int argument = call->arguments;
  if (call->takes_function)
    stub = put_address (stub, argument++, target);
  if (call->file_offset)
    stub = put_address (stub, argument++, (unsigned long) &call->file_offset
					  + call->file_offset);
  else
    stub = put_number (stub, argument++, 0);
  stub = put_number (stub, argument++, call->line);
  stub = put_number (stub, argument, call->column);
  put_relative (stub, "\xe9", 1, (unsigned long) &call->variant_offset
				 + call->variant_offset);
}

unsigned long
gasp_call_word (const struct gasp_call_site *call, unsigned long to)
{
  unsigned long address = gasp_call_address (call);
  unsigned long word = *(const unsigned long *) (address & ~7ul);
  unsigned char *bytes = (unsigned char *) &word + (address & 7);
  int displacement = (int) (to - (address + SITE_SIZE));
  if ((address & 7) <= 8 - SITE_SIZE && bytes[0] == CALL)
    memcpy (bytes + 1, &displacement, sizeof displacement);
  return word;
}

unsigned long
gasp_call_target (const struct gasp_call_site *call)
{
  unsigned long address = gasp_call_address (call);
  int displacement;
  if ((address & 7) > 8 - SITE_SIZE || *(unsigned char *) address != CALL)
    return 0;
  memcpy (&displacement, (const void *) (address + 1), sizeof displacement);
  return address + SITE_SIZE + displacement;
}
