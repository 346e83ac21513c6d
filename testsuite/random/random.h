/* random.h - what makes a random program UPC, or C.

   SPDX-License-Identifier: Apache-2.0  */

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#ifdef __UPC__
# include <upc.h>
# define SHARED(block) shared [block]
# define CYCLIC shared
# define FORALL(first, test, next, affinity) \
  upc_forall (first; test; next; affinity)
/* VARIABLE goes from FIRST on, UP or DOWN, while TEST holds; each thread takes each
   THREADSth of its values.  */
# define UP_BY_THREADS(variable, first, test) \
  for (variable = (first) + MYTHREAD; test; variable += THREADS)
# define DOWN_BY_THREADS(variable, first, test) \
  for (variable = (first) - MYTHREAD; test; variable -= THREADS)
# define ON(thread) (MYTHREAD == (thread))
/* Where the shared ELEMENT is.  */
# define PLACE(element, index, block, is_indefinite) \
  (upc_threadof (&element) * 1000 + upc_phaseof (&element))
#else
# define SHARED(block)
# define CYCLIC
# define FORALL(first, test, next, affinity) for (first; test; next)
# define UP_BY_THREADS(variable, first, test) \
  for (variable = (first); test; variable++)
# define DOWN_BY_THREADS(variable, first, test) \
  for (variable = (first); test; variable--)
# define PLACE(element, index, block, is_indefinite) \
  ((is_indefinite) ? 0 : ((index) / (block) % THREADS) * 1000 \
   + (index) % (block))
# define ON(thread) 1
# define upc_barrier
# define upc_memget memcpy
# define upc_memput memcpy
#endif

struct s
{
  int a;
  char c;
  double d;
  short b[3];
};
