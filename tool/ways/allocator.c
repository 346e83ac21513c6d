/* allocator.c - what allocates and frees without instrumentation.

   SPDX-License-Identifier: Apache-2.0

   Libraries allocate what the program frees, as std::string does, and free what
   it allocated; so do functions of the C library, and the program itself
   through pointers.  They find these functions in front of the allocator's,
   which are then called: the C library's, or another one that the program
   brings along.  Calls that instrumented code makes come by here, too; of these
   libgasp has reported already.  After this, as for any allocation, alloc.c.

   Not in archives: a static program cannot look for the allocator's.  Nor is
   anything seen here if the program itself defines malloc, or if this library
   was loaded later, by gasp attach.  */

#define _GNU_SOURCE
#include "events/event.h"
#include "record/file.h"
#include "record/place.h"
#include "build-id.h"
#include "filter.h"
#include "measure/memory/memory.h"
#include "measure/memory/filter.h"
#include "ways/allocation-callers.h"
#include "ground/state.h"
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#pragma weak gasp_gcc_allocation_begins
#pragma weak gasp_gcc_allocation_ends
#pragma weak gasp_gcc_use_allocator

/* ---- The allocator's functions.  */

#define FUNCTIONS \
  F (malloc) F (calloc) F (realloc) F (free) F (memalign) \
  F (aligned_alloc) F (posix_memalign) F (valloc) F (pvalloc)

static struct
{
#define F(name) __typeof__ (name) *name;
  FUNCTIONS
#undef F
} next;

static bool is_finding;

/* dlsym may allocate, where it does not find something: so much, for good.  */
static char early[4096] __attribute__ ((aligned (16)));
static size_t early_used;

static inline bool
is_early (const void *block)
{
  return (uintptr_t) block - (uintptr_t) early < sizeof early;
}

static void *
allocate_early (size_t size)
{
  if (size > sizeof early - early_used)
    return NULL;
  void *block = early + early_used;
  early_used += (size + 15) & ~(size_t) 15;
  return block;
}

/* Returns whether the allocator can be called.  */
static __attribute__ ((noinline)) bool
find_functions (void)
{
  if (is_finding)
    return false;
  is_finding = true;
#define F(name) next.name = dlsym (RTLD_NEXT, #name);
  FUNCTIONS
#undef F
  is_finding = false;
  return next.malloc;
}

#define HAS(name) (likely (next.name != NULL) || find_functions ())

/* ---- Events.  */

/* The dynamic linker's addresses: what it allocates for itself, for each
   library and thread, is nobody's leak.  */
static uintptr_t linker;
static size_t linker_size;

static void
find_linker (void)
{
  const ElfW (Ehdr) *header = (const void *) getauxval (AT_BASE);
  if (!header)
    return;
  const ElfW (Phdr) *segment = (const void *) ((const char *) header
					       + header->e_phoff);
  linker = (uintptr_t) header;
  for (int i = 0; i < header->e_phnum; i++, segment++)
    if (segment->p_type == PT_LOAD
	&& segment->p_vaddr + segment->p_memsz > linker_size)
      linker_size = segment->p_vaddr + segment->p_memsz;
}

/* Returns whether libgasp has reported what the thread is doing, or the
   allocator itself is calling.  */
static inline bool
is_told (void)
{
  return gasp_tool_in_allocation && *gasp_tool_in_allocation;
}

/* Returns whether the calling thread allocates SIZE bytes that are not to be
   looked at: only some are, and none of a thread that is not recorded.  */
static inline bool
is_passed_over (size_t size)
{
  if (likely (!gasp_tool_memory_is_sampled))
    return false;
  size_t *until = gasp_tool_until_sample;
  if (!until)
    return true;
  if (size >= *until)
    return false;
  *until -= size;
  return true;
}

/* Returns whether nothing is known of BLOCK, because it was passed over.  */
static inline bool
was_passed_over (const void *block)
{
  if (likely (!gasp_tool_memory_is_sampled))
    return false;
  return (likely (!gasp_filter_has (gasp_tool_known_blocks, block))
	  || !gasp_tool_filter_knows (block));
}

/* Sets the position of EVENT to the call that returns to ADDRESS.  */
static inline void
set_position (struct gasp_gcc_allocation *event, const void *address)
{
  event->file = gasp_gcc_at_address;
  event->line = (int) (uint32_t) (uintptr_t) address;
  event->column = (int) (uint32_t) ((uint64_t) (uintptr_t) address >> 32);
}

/* Set while this file looks for functions: what the loader allocates for that
   is not the program's.  */
static bool is_looking;

struct call
{
  void *begun;
  struct gasp_gcc_allocation event;
};

/* Begins a call at POSITION from CALLER.  */
static inline __attribute__ ((always_inline)) void
begin (struct call *call, unsigned int tag, const void *former, size_t size,
       const void *caller, unsigned long position)
{
  if (!gasp_tool_base || !gasp_gcc_allocation_begins || is_looking)
    call->begun = GASP_GCC_IN_ALLOCATION;
  else if ((uintptr_t) caller - linker < linker_size)
    call->begun = NULL;
  else
    {
      set_position (&call->event,
		    gasp_tool_allocation_caller (caller, position));
      call->begun
	= gasp_gcc_allocation_begins (&call->event, tag, former, size);
    }
  if (unlikely (!call->begun && former))
    gasp_tool_freed_unseen (former);
}

static inline __attribute__ ((always_inline)) void
end (struct call *call, const void *result)
{
  if (call->begun == GASP_GCC_IN_ALLOCATION)
    return;
  if (likely (call->begun != NULL))
    gasp_gcc_allocation_ends (call->begun, &call->event, result);
  else if (result)
    gasp_tool_allocated_unseen (result);
}

/* Returns the product of two sizes, or the largest of all if there is
   none.  */
static size_t
product (size_t a, size_t b)
{
  size_t product;
  return __builtin_mul_overflow (a, b, &product) ? (size_t) -1 : product;
}

/* Returns a copy of an early BLOCK, whose size is not known.  */
static void *
copy_early (const void *block, size_t size)
{
  size_t most = early + sizeof early - (const char *) block;
  void *copy = malloc (size);
  return copy ? memcpy (copy, block, size < most ? size : most) : NULL;
}

/* ---- In front of the allocator.  The common case is a call that libgasp has
   told of, which passes through.  */

#define CALLER __builtin_return_address (0)
#define POSITION ((unsigned long) __builtin_dwarf_cfa ())

/* Define NAME PARAMETERS, which allocates SIZE bytes when called with
   ARGUMENTS, and which is EARLY before the allocator can be called.  */
#define ALLOCATE(name, parameters, arguments, size, early)		\
  static __attribute__ ((noinline)) void *				\
  watched_##name (const void *caller, unsigned long position,		\
		  PARAMETERS parameters)				\
  {									\
    struct call call;							\
    if (!HAS (name))							\
      return early;							\
    begin (&call, GASP_C_MALLOC, NULL, size, caller, position);		\
    void *result = next.name arguments;					\
    end (&call, result);						\
    return result;							\
  }									\
  void *								\
  name parameters							\
  {									\
    if (likely (is_told ()) || is_passed_over (size))			\
      return next.name arguments;					\
    return watched_##name (CALLER, POSITION, ARGUMENTS arguments);	\
  }
#define PARAMETERS(...) __VA_ARGS__
#define ARGUMENTS(...) __VA_ARGS__

#pragma GCC visibility push (default)

ALLOCATE (malloc, (size_t size), (size), size, allocate_early (size))
ALLOCATE (calloc, (size_t count, size_t size), (count, size),
	  product (count, size), allocate_early (product (count, size)))
ALLOCATE (memalign, (size_t alignment, size_t size), (alignment, size), size,
	  NULL)
ALLOCATE (aligned_alloc, (size_t alignment, size_t size), (alignment, size),
	  size, NULL)
ALLOCATE (valloc, (size_t size), (size), size, NULL)
ALLOCATE (pvalloc, (size_t size), (size), size, NULL)

int
posix_memalign (void **result, size_t alignment, size_t size)
{
  struct call call;
  if (!HAS (posix_memalign))
    return ENOMEM;
  if (likely (is_told ()) || is_passed_over (size))
    return next.posix_memalign (result, alignment, size);
  begin (&call, GASP_C_MALLOC, NULL, size, CALLER, POSITION);
  int error = next.posix_memalign (result, alignment, size);
  end (&call, error ? NULL : *result);
  return error;
}

static __attribute__ ((noinline)) void *
watched_realloc (void *block, size_t size, const void *caller,
		 unsigned long position)
{
  struct call call;
  if (!HAS (realloc) || is_early (block))
    return block ? copy_early (block, size) : malloc (size);
  begin (&call, block ? GASP_C_REALLOC : GASP_C_MALLOC, block, size, caller,
	 position);
  void *result = next.realloc (block, size);
  end (&call, result);
  return result;
}

void *
realloc (void *block, size_t size)
{
  if (!is_early (block)
      && (likely (is_told ())
	  || (was_passed_over (block) && is_passed_over (size))))
    return next.realloc (block, size);
  return watched_realloc (block, size, CALLER, POSITION);
}

/* Allocates for the array by watched_realloc, as not every allocator has
   reallocarray.  */
void *
reallocarray (void *block, size_t count, size_t size)
{
  size_t whole;
  if (!__builtin_mul_overflow (count, size, &whole))
    return watched_realloc (block, whole, CALLER, POSITION);
  errno = ENOMEM;
  return NULL;
}

static __attribute__ ((noinline)) void
watched_free (void *block, const void *caller, unsigned long position)
{
  struct call call;
  if (!block || is_early (block) || !HAS (free))
    return;
  begin (&call, GASP_C_FREE, block, 0, caller, position);
  next.free (block);
  end (&call, NULL);
}

void
free (void *block)
{
  if (!is_early (block) && (likely (is_told ()) || was_passed_over (block)))
    next.free (block);
  else
    watched_free (block, CALLER, POSITION);
}

#pragma GCC visibility pop

/* Two addresses, and whether ARE_IN_ONE library.  */
struct two { uintptr_t a, b; bool are_in_one; };

/* Looks whether the file of INFO has both addresses of DATA.  Returns whether
   it has the first one.  */
static int
look_for_both (struct dl_phdr_info *info, size_t size, void *data)
{
  struct two *two = data;
  bool has_a = gasp_module_has (info, two->a);
  (void) size;
  two->are_in_one = has_a && gasp_module_has (info, two->b);
  return has_a;
}

/* Returns whether A and B, which may be null, are in one library.  dladdr would
   look for symbols, too, which takes a hundred times as long.  */
static bool
are_in_one_library (const void *a, const void *b)
{
  struct two two = { (uintptr_t) a, (uintptr_t) b, false };
  dl_iterate_phdr (look_for_both, &two);
  return two.are_in_one;
}

/* Returns whether the libraries find FUNCTION here.  */
static bool
is_in_front (const char *function)
{
  return are_in_one_library (dlsym (RTLD_DEFAULT, function), &next);
}

/* Returns whether OPERATOR, one of C++'s that allocate and free, is that of its
   library, which calls malloc or free.  */
static bool
is_plain_operator (const void *operator)
{
  return are_in_one_library (operator, dlsym (RTLD_DEFAULT, "__cxa_throw"));
}

/* Returns the operator with NAME if it is plain, or else null.  */
static void *
plain_operator (const char *name)
{
  void *operator = dlsym (RTLD_DEFAULT, name);
  return is_plain_operator (operator) ? operator : NULL;
}

/* Sets C++'s operators of ALLOCATOR.  */
static void
find_operators (struct gasp_gcc_allocator *allocator)
{
  allocator->operator_new = plain_operator ("_Znwm");
  allocator->operator_delete = plain_operator ("_ZdlPv");
  allocator->operator_delete_sized = plain_operator ("_ZdlPvm");
}

/* ---- The end.  */

#ifdef __GLIBC__

extern const char *gnu_get_libc_version (void) __attribute__ ((weak));

/* Forgets the buffer of a standard stream, which is the C library's, unless
   the program has set one, and is never freed.  */
static void
forget_buffer (const FILE *stream)
{
  enum { SET_BY_USER = 1 };
  if (stream && !(stream->_flags & SET_BY_USER) && stream->_IO_buf_base)
    gasp_tool_freed_unseen (stream->_IO_buf_base);
}

/* Forgets the streams' buffers at the end, but not in a copy, which has its
   parent's record, nor where asking is not safe.  */
static __attribute__ ((destructor)) void
end_allocator (void)
{
  if (!gasp_tool_base || !gnu_get_libc_version || gasp_tool_may_be_sandboxed
      || HEADER->pid != getpid ())
    return;
  forget_buffer (stdin);
  forget_buffer (stdout);
  forget_buffer (stderr);
}

#endif

/* ---- The beginning.  */

/* Lets instrumented code call the C library's functions, not these here.  Other
   allocators may call one another's.  */
static void
let_pass_by (void)
{
  struct gasp_gcc_allocator behind
    = { .allocate = next.malloc, .allocate_cleared = next.calloc,
	.reallocate = next.realloc, .release = next.free };
  find_operators (&behind);
  const void *libc = dlsym (RTLD_NEXT, "__libc_start_main");
  if (gasp_gcc_use_allocator && are_in_one_library (behind.allocate, libc)
      && are_in_one_library (behind.allocate_cleared, libc)
      && are_in_one_library (behind.reallocate, libc)
      && are_in_one_library (behind.release, libc))
    gasp_gcc_use_allocator (&behind);
}

/* Says what is not seen, if anything.  */
static char unseen[400];

void
gasp_tool_note_allocator (void)
{
  if (*unseen)
    gasp_tool_note (unseen);
}

/* Notes that calls of FUNCTION, which is at ADDRESS, are not seen in code
   without instrumentation: now, or when there is a record.  */
static void
note_unseen (const char *function, const void *address)
{
  Dl_info info;
  const char *file = dladdr (address, &info) && info.dli_fname
		     ? info.dli_fname : "?";
  const char *slash = strrchr (file, '/');
  snprintf (unseen, sizeof unseen, "what code without instrumentation "
	    "allocates by %s is not seen: %.200s has its own", function,
	    slash ? slash + 1 : file);
  gasp_tool_misses_some = true;
  gasp_tool_note_allocator ();
}

/* Finds out what is seen of allocations, and what allocates.  */
static void
look_around (void)
{
  const void *libc = dlsym (RTLD_NEXT, "__libc_start_main");
  const void *malloc = dlsym (RTLD_DEFAULT, "malloc");
  const void *new = dlsym (RTLD_DEFAULT, "_Znwm");
  if (!is_in_front ("malloc") || !is_in_front ("free"))
    {
      if (!are_in_one_library (malloc, libc))
	note_unseen ("malloc", malloc);
      return;
    }
  if (new && are_in_one_library (new, next.malloc))
    note_unseen ("operator new", new);
  gasp_tool_sees_all
    = gasp_gcc_allocation_begins && (!new || is_plain_operator (new));
  if (new)
    gasp_tool_find_allocating ();
  let_pass_by ();
}

static __attribute__ ((constructor)) void
begin_allocator (void)
{
  if (!next.malloc)
    find_functions ();
  find_linker ();
  is_looking = true;
  look_around ();
  is_looking = false;
}
