/* bytes.c - atomic operations on bytes, where GCC has them in a library.

   SPDX-License-Identifier: Apache-2.0

   RISC-V's instructions are for words, and GCC before 14 leaves bytes to
   functions of libatomic, which programs would then need.  These are the ones
   that our libraries call, by their names.  A byte is changed with its word;
   all of them are as strong as can be asked for.  */

#include <stdbool.h>
#include <stdint.h>

/* The program's own libatomic may be linked in, too.  */
#define OURS(function) \
  __asm__ ("__atomic_" #function "_1") \
  __attribute__ ((weak, visibility ("hidden")))

typedef uint32_t __attribute__ ((__may_alias__)) word;

bool bytes_compare (volatile void *, void *, uint8_t, int, int)
  OURS (compare_exchange);
uint8_t bytes_exchange (volatile void *, uint8_t, int) OURS (exchange);
uint8_t bytes_or (volatile void *, uint8_t, int) OURS (fetch_or);
uint8_t bytes_and (volatile void *, uint8_t, int) OURS (fetch_and);

static volatile word *
word_of (volatile void *byte)
{
  return (volatile word *) ((uintptr_t) byte & ~(uintptr_t) 3);
}

/* Returns where BYTE's bits are in its word.  */
static int
shift_of (volatile void *byte)
{
  return 8 * ((uintptr_t) byte & 3);
}

/* Makes BYTE, where it is *EXPECTED, NEW.  Returns whether it was; if not, its
   value is in *EXPECTED.  */
static bool
replace (volatile void *byte, uint8_t *expected, uint8_t new)
{
  int shift = shift_of (byte);
  word old = __atomic_load_n (word_of (byte), __ATOMIC_SEQ_CST);
  while ((uint8_t) (old >> shift) == *expected)
    if (__atomic_compare_exchange_n (word_of (byte), &old,
				     (old & ~((word) 0xff << shift))
				     | (word) new << shift,
				     false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return true;
  *expected = old >> shift;
  return false;
}

bool
bytes_compare (volatile void *byte, void *expected, uint8_t new, int success,
	       int failure)
{
  (void) success, (void) failure;
  return replace (byte, expected, new);
}

uint8_t
bytes_exchange (volatile void *byte, uint8_t new, int order)
{
  uint8_t old = 0;
  (void) order;
  while (!replace (byte, &old, new))
    ;
  return old;
}

uint8_t
bytes_or (volatile void *byte, uint8_t bits, int order)
{
  int shift = shift_of (byte);
  (void) order;
  return __atomic_fetch_or (word_of (byte), (word) bits << shift,
			    __ATOMIC_SEQ_CST) >> shift;
}

uint8_t
bytes_and (volatile void *byte, uint8_t bits, int order)
{
  int shift = shift_of (byte);
  (void) order;
  return __atomic_fetch_and (word_of (byte),
			     (word) bits << shift | ~((word) 0xff << shift),
			     __ATOMIC_SEQ_CST) >> shift;
}
