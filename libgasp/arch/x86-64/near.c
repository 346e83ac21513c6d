/* near.c - the hooks near by (near/x86-64-hooks.h), made ready.

   SPDX-License-Identifier: Apache-2.0  */

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/state.h"
#include "offsets.h"
#include "stack/thread.h"
#include "text/write.h"

/* A program may have been linked with those of another libgasp than it runs
   with.  They name this, which has another name whenever something of offsets.h
   does not stay what it was (near/x86-64-start.S).  */

extern const char NEAR_FORMAT __attribute__ ((visibility ("default")));
const char NEAR_FORMAT = 0;

/* An object that is linked without hooks of its own finds these.  */
extern const char __gasp_emitted_hooks, __gasp_source_hooks
  __attribute__ ((visibility ("default")));
const char __gasp_emitted_hooks = 0, __gasp_source_hooks = 0;

/* They refer to gasp_thread as %fs:THREAD + the member's offset.  */

#define THREAD 0x40000000u

/* After the thread pointer, where the C library has registered it.  */
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

/* Puts the thread's offset where it is used in NEAR.  */
static bool
write_uses (const struct gasp_near *near, const struct gasp_writer *writer)
{
  unsigned long offset, uses = (unsigned long) near + near->uses;
  /* The compiler would read half of it, which is not a form that the linker
     can turn into a constant for static programs.  */
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

/* The description of a critical section for the kernel (rseq(2)).  The kernel
   may read it long after a thread was there, when the object is gone, and ends
   the process if it is invalid.  So it is never freed, but reused for another
   object, and is valid at any moment: while the length is 0, only ABORT has to
   be right.  */
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

/* Forgets the descriptors of NEAR, whose code is about to be gone.  libgasp's
   stays.  */
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
  near->enter = __gasp_enter;
  near->enter_inlined = __gasp_enter_inlined;
  near->leave = __gasp_leave;
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
