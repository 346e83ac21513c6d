/* atomic.c - atomic memory operations.

   SPDX-License-Identifier: Apache-2.0

   Where TARGET can be addressed they are the processor's (atomic-ops.c).
   Elsewhere the conduit has them done.  */

#include "library/atomic.h"
#include "core/atomic-ops.h"

/* ---- Domains  */

upc_pts_t
upc_all_atomicdomain_alloc (upc_type_t type, upc_op_t ops,
			    upc_atomichint_t hints __attribute__ ((unused)))
{
  const struct upc_atomic_type *t = upc_atomic_type (type);
  upc_pts_t domain;

  if (!t)
    upc_fatal ("upc_all_atomicdomain_alloc: there are no atomic operations for"
	       " type %d; there are for UPC_INT, UPC_UINT, UPC_LONG, UPC_ULONG,"
	       " UPC_INT32, UPC_UINT32, UPC_INT64, UPC_UINT64, UPC_FLOAT,"
	       " UPC_DOUBLE, UPC_PTS", type);
  if (ops & ~t->ops)
    upc_fatal ("upc_all_atomicdomain_alloc: %s does not have the operations"
	       " 0x%x of 0x%x", t->name, (unsigned) (ops & ~t->ops),
	       (unsigned) ops);
  UPC_FOR_CALLER (domain = upc_all_alloc (THREADS,
					  sizeof (struct upc_atomicdomain)));
  if (domain == 0)
    return 0;
  *upc_atomicdomain (domain)
    = (struct upc_atomicdomain) { ATOMIC_DOMAIN, type, ops };
  return domain;
}

void
upc_all_atomicdomain_free (upc_pts_t domain)
{
  if (domain == 0)
    return;
  if (upc_atomicdomain (domain)->magic != ATOMIC_DOMAIN)
    upc_fatal ("upc_all_atomicdomain_free: the argument is no atomicity"
	       " domain, or was freed");
  upc_atomicdomain (domain)->magic = 0;
  UPC_FOR_CALLER (upc_all_free (domain));
}

/* ---- All operations  */

static const struct upc_atomic_type *
check (const char *function, upc_pts_t domain, upc_op_t op)
{
  const struct upc_atomicdomain *d
    = domain ? upc_atomicdomain (domain) : NULL;

  if (unlikely (!d || d->magic != ATOMIC_DOMAIN))
    upc_fatal ("%s: \"domain\" is no atomicity domain, or was freed",
	       function);
  if (unlikely (!(op & d->ops) || (op & (op - 1)) != 0))
    upc_fatal ("%s: \"op\" is 0x%x; it must be one of 0x%x, the operations of"
	       " the domain", function, (unsigned) op, (unsigned) d->ops);
  return upc_atomic_type (d->type);
}

/* Ends the program if an operand of the operation is missing.  */
static void
check_operands (const char *function, upc_op_t op, const void *fetch_ptr,
		const void *operand1, const void *operand2)
{
  const char *missing
    = op == UPC_GET && !fetch_ptr ? "fetch_ptr"
      : !(op & (UPC_GET | UPC_INC | UPC_DEC)) && !operand1 ? "operand1"
      : op == UPC_CSWAP && !operand2 ? "operand2" : NULL;

  if (unlikely (missing != NULL))
    upc_fatal ("%s: \"%s\" is null; operation 0x%x needs it", function,
	       missing, (unsigned) op);
}

static void
not_addressable (const struct upc_atomic_type *t, void *fetch_ptr,
		 upc_op_t op, upc_pts_t target, const void *operand1,
		 const void *operand2)
{
  uint64_t x = 0, y = 0;
  if (operand1)
    memcpy (&x, operand1, t->size);
  if (operand2)
    memcpy (&y, operand2, t->size);
  uint64_t old = upc_conduit.atomic (t->type, op, target, x, y, fetch_ptr);
  if (fetch_ptr)
    memcpy (fetch_ptr, &old, t->size);
}

static inline void
apply_relaxed (const struct upc_atomic_type *t, void *fetch_ptr, upc_op_t op,
	       upc_pts_t target, const void *operand1, const void *operand2)
{
  if (likely (upc_pts_near (target)))
    t->relaxed (fetch_ptr, op, upc_pts_local (target), operand1, operand2);
  else
    not_addressable (t, fetch_ptr, op, target, operand1, operand2);
}

static inline void
apply_strict (const struct upc_atomic_type *t, void *fetch_ptr, upc_op_t op,
	      upc_pts_t target, const void *operand1, const void *operand2)
{
  if (likely (upc_conduit.addressable))
    t->strict (fetch_ptr, op, upc_pts_local (target), operand1, operand2);
  else
    {
      upc_conduit_fence ();
      not_addressable (t, fetch_ptr, op, target, operand1, operand2);
      upc_conduit_fence ();
    }
}

/* Checks TARGET; and, for the search for races, orders what the thread did so
   far before what others do after their next operation on TARGET.  */
#define BEFORE(function, t, op, target)					\
  do									\
    if (unlikely (upc_checks))						\
      {									\
	upc_checks->atomic (function, UPC_CALLER, target, (t)->size,	\
			    op != UPC_GET);				\
	UPC_ORDER (release_at (target));				\
      }									\
  while (0)

void
upc_atomic_relaxed (upc_pts_t domain, void *fetch_ptr, upc_op_t op,
		    upc_pts_t target, const void *operand1,
		    const void *operand2)
{
  const struct upc_atomic_type *t = check (__func__, domain, op);

  check_operands (__func__, op, fetch_ptr, operand1, operand2);
  BEFORE (__func__, t, op, target);
  apply_relaxed (t, fetch_ptr, op, target, operand1, operand2);
  UPC_ORDER (acquire_at (target));
}

void
upc_atomic_strict (upc_pts_t domain, void *fetch_ptr, upc_op_t op,
		   upc_pts_t target, const void *operand1,
		   const void *operand2)
{
  const struct upc_atomic_type *t = check (__func__, domain, op);

  check_operands (__func__, op, fetch_ptr, operand1, operand2);
  BEFORE (__func__, t, op, target);
  apply_strict (t, fetch_ptr, op, target, operand1, operand2);
  UPC_ORDER (acquire_at (target));
}

/* ---- The same for callers with a type and no domain (bupc-atomic.c) */

void
upc_typed_relaxed (upc_type_t type, void *fetch_ptr, upc_op_t op,
		   upc_pts_t target, const void *operand1,
		   const void *operand2)
{
  const struct upc_atomic_type *t = upc_atomic_type (type);

  BEFORE ("bupc_atomic", t, op, target);
  if (op == UPC_MASKED_SWAP)
    not_addressable (t, fetch_ptr, op, target, operand1, operand2);
  else
    apply_relaxed (t, fetch_ptr, op, target, operand1, operand2);
  UPC_ORDER (acquire_at (target));
}

void
upc_typed_strict (upc_type_t type, void *fetch_ptr, upc_op_t op,
		  upc_pts_t target, const void *operand1, const void *operand2)
{
  const struct upc_atomic_type *t = upc_atomic_type (type);

  BEFORE ("bupc_atomic", t, op, target);
  if (op != UPC_MASKED_SWAP)
    apply_strict (t, fetch_ptr, op, target, operand1, operand2);
  else
    {
      upc_conduit_fence ();
      not_addressable (t, fetch_ptr, op, target, operand1, operand2);
      upc_conduit_fence ();
    }
  UPC_ORDER (acquire_at (target));
}

int
upc_atomic_isfast (upc_type_t type, upc_op_t ops, upc_pts_t addr)
{
  const struct upc_atomic_type *t = upc_atomic_type (type);

  return t && !(ops & ~t->ops) && upc_pts_address (addr) % t->size == 0
	 && upc_pts_near (addr);
}
