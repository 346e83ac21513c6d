/* atomic.h - the functions of upc_atomic.h, as they look from C.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "core/runtime.h"
#include "upc_atomic.h"

/* An atomicity domain.  Each thread has a copy at the same address of its
   part; what points to it points to any.  */
struct upc_atomicdomain {
  uint32_t magic;		/* ATOMIC_DOMAIN while it is one */
  upc_type_t type;
  upc_op_t ops;
};

#define ATOMIC_DOMAIN 0x61746f6d

/* Returns this thread's copy of DOMAIN.  */
static inline struct upc_atomicdomain *
upc_atomicdomain (upc_pts_t domain)
{
  return upc_pts_local (upc_pts_on (domain, MYTHREAD));
}

extern upc_pts_t upc_all_atomicdomain_alloc (upc_type_t type, upc_op_t ops,
					     upc_atomichint_t hints);
extern void upc_all_atomicdomain_free (upc_pts_t domain);
extern void upc_atomic_strict (upc_pts_t domain, void *fetch_ptr, upc_op_t op,
			       upc_pts_t target, const void *operand1,
			       const void *operand2);
extern void upc_atomic_relaxed (upc_pts_t domain, void *fetch_ptr, upc_op_t op,
				upc_pts_t target, const void *operand1,
				const void *operand2);
extern void __gasp_upc_atomic_strict (upc_pts_t domain, void *fetch_ptr,
				      upc_op_t op, upc_pts_t target,
				      const void *operand1,
				      const void *operand2, POSITION);
extern void __gasp_upc_atomic_relaxed (upc_pts_t domain, void *fetch_ptr,
				       upc_op_t op, upc_pts_t target,
				       const void *operand1,
				       const void *operand2, POSITION);
extern upc_pts_t __gasp_upc_all_atomicdomain_alloc (upc_type_t type,
						    upc_op_t ops,
						    upc_atomichint_t hints,
						    POSITION);
extern void __gasp_upc_all_atomicdomain_free (upc_pts_t domain, POSITION);

#pragma GCC visibility push (hidden)
extern void upc_typed_relaxed (upc_type_t type, void *fetch_ptr, upc_op_t op,
			       upc_pts_t target, const void *operand1,
			       const void *operand2);
extern void upc_typed_strict (upc_type_t type, void *fetch_ptr, upc_op_t op,
			      upc_pts_t target, const void *operand1,
			      const void *operand2);
#pragma GCC visibility pop

extern int upc_atomic_isfast (upc_type_t type, upc_op_t ops, upc_pts_t addr);
