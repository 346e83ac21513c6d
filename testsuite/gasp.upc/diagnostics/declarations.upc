/* UPC 1.3, 6.5: what cannot be declared as shared.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

struct field { shared int x; };		/* { dg-error "specified for structure field 'x'" } */
struct pointer { int *shared p; };	/* { dg-error "specified for structure field 'p'" } */
struct allowed { shared int *p; };
shared int result (void);		/* { dg-error "result of a function is declared as shared" } */
_Thread_local shared int local;		/* { dg-error "declared as thread-local" } */
extern shared [2] int twice[];
extern shared [4] int twice[];		/* { dg-error "conflicting layouts" } */
upc_lock_t lock;	/* { dg-error "storage size of 'lock'" } */
/* { dg-warning "12: note: locks are made by 'upc_all_lock_alloc' or 'upc_global_lock_alloc', and referred to by 'upc_lock_t .'" "how" { target *-*-* } 16 } */
strict int s;				/* { dg-error "'strict' without 'shared'" } */
