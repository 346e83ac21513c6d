/* delete.c - C++'s operator delete, reported to the tool.

   SPDX-License-Identifier: Apache-2.0

   The caller passes the operator that it would have called.  None throws.  */

#include "entry/raise.h"

typedef const void *nothrow;

extern void __gasp_delete (void *, void (*) (void *), POSITION);
extern void __gasp_delete_sized (void *, size_t, void (*) (void *, size_t),
				 POSITION);
extern void __gasp_delete_aligned (void *, size_t,
				   void (*) (void *, size_t), POSITION);
extern void __gasp_delete_sized_aligned (void *, size_t, size_t,
					 void (*) (void *, size_t, size_t),
					 POSITION);
extern void __gasp_delete_nothrow (void *, nothrow,
				   void (*) (void *, nothrow), POSITION);
extern void
__gasp_delete_aligned_nothrow (void *, size_t, nothrow,
			       void (*) (void *, size_t, nothrow), POSITION);

SLOW void
slow_delete (void *block, void operator_delete (void *), POSITION)
{
  RELEASE (block, operator_delete (block));
}

void
__gasp_delete (void *block, void operator_delete (void *), POSITION)
{
  if (likely (!gasp_allocations_wanted))
    operator_delete (block);
  else if (gasp_passes (operator_delete == gasp_allocator.operator_delete,
			block, false, 0))
    gasp_allocator.release (block);
  else
    slow_delete (block, operator_delete, file, line, column);
}

SLOW void
slow_delete_sized (void *block, size_t size,
		   void operator_delete (void *, size_t), POSITION)
{
  RELEASE (block, operator_delete (block, size));
}

void
__gasp_delete_sized (void *block, size_t size,
		     void operator_delete (void *, size_t), POSITION)
{
  if (likely (!gasp_allocations_wanted))
    operator_delete (block, size);
  else if (gasp_passes (operator_delete
			== gasp_allocator.operator_delete_sized,
			block, false, 0))
    gasp_allocator.release (block);
  else
    slow_delete_sized (block, size, operator_delete, file, line, column);
}

void
__gasp_delete_aligned (void *block, size_t alignment,
		       void operator_delete (void *, size_t), POSITION)
{
  RELEASE (block, operator_delete (block, alignment));
}

void
__gasp_delete_sized_aligned (void *block, size_t size, size_t alignment,
			     void operator_delete (void *, size_t, size_t),
			     POSITION)
{
  RELEASE (block, operator_delete (block, size, alignment));
}

void
__gasp_delete_nothrow (void *block, nothrow tag,
		       void operator_delete (void *, nothrow), POSITION)
{
  RELEASE (block, operator_delete (block, tag));
}

void
__gasp_delete_aligned_nothrow (void *block, size_t alignment, nothrow tag,
			       void operator_delete (void *, size_t, nothrow),
			       POSITION)
{
  RELEASE (block, operator_delete (block, alignment, tag));
}
