/* atomic-events.c - atomic memory operations, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#include "library/atomic.h"
#include "core/atomic-ops.h"

/* Returns the type of DOMAIN's objects; 0 if it is not a domain.  */
static upc_type_t
type_of (upc_pts_t domain)
{
  const struct upc_atomicdomain *d = domain ? upc_atomicdomain (domain) : NULL;
  return d && d->magic == ATOMIC_DOMAIN ? d->type : 0;
}

#define TWIN(how, is_relaxed)						\
void									\
__gasp_upc_atomic_##how (upc_pts_t domain, void *fetch_ptr, upc_op_t op, \
			 upc_pts_t target, const void *operand1,	\
			 const void *operand2, POSITION)		\
{									\
  upc_type_t type = type_of (domain);					\
  const struct upc_atomic_type *t = upc_atomic_type (type);		\
  size_t size = t ? t->size : 0;					\
  EVENTS (GASP_GCC_ATOMIC);						\
  START (is_relaxed, (int) op, (int) type, &target, size);		\
  UPC_FOR_CALLER (upc_atomic_##how (domain, fetch_ptr, op, target,	\
				    operand1, operand2));		\
  END (is_relaxed, (int) op, (int) type, &target, size);		\
}
TWIN (relaxed, 1)
TWIN (strict, 0)

upc_pts_t
__gasp_upc_all_atomicdomain_alloc (upc_type_t type, upc_op_t ops,
				   upc_atomichint_t hints, POSITION)
{
  EVENTS (GASP_GCC_ATOMICDOMAIN_ALLOC);
  START ((int) type, (int) ops, (int) hints);
  upc_pts_t domain = upc_all_atomicdomain_alloc (type, ops, hints);
  END ((int) type, (int) ops, (int) hints, &domain);
  return domain;
}

void
__gasp_upc_all_atomicdomain_free (upc_pts_t domain, POSITION)
{
  EVENTS (GASP_GCC_ATOMICDOMAIN_FREE);
  START (&domain);
  upc_all_atomicdomain_free (domain);
  END (&domain);
}
