/* words.h - the words of libgomp's locks.

   SPDX-License-Identifier: Apache-2.0

   A wrapper takes a lock that is free by itself, as libgomp's own function
   would begin: then it knows that the thread has not waited, and reads no clock
   while it has the lock.  On Linux, a lock is an int, and 0 if it is free.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push (hidden)

/* A word that has no name outside of libgomp.  */
struct word {
  int *at;			/* null: not known */
  bool was_sought;
};
/* Seeks the one that BEGIN takes.  */
extern void word_seek (struct word *word, void (*begin) (void));

static inline int *
word_of (struct word *word, void (*begin) (void))
{
  if (__builtin_expect (!word->was_sought, 0))
    word_seek (word, begin);
  return word->at;
}

/* Takes the lock with WORD, which may be null, if it is free.  Returns whether
   it did.  */
static inline bool
word_take (int *word)
{
  int free = 0;
  return word && __atomic_compare_exchange_n (word, &free, 1, false,
					      __ATOMIC_ACQUIRE,
					      __ATOMIC_RELAXED);
}

#pragma GCC visibility pop
