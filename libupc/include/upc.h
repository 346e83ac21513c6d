/* upc.h - the UPC library: termination, shared memory, locks.

   SPDX-License-Identifier: Apache-2.0

   UPC 1.3, section 7.2.  For UPC only.  */

#ifndef UPC_H
#define UPC_H

#ifndef __UPC__
#error "<upc.h> is for UPC: compile this with gaspupc"
#endif

#include <stddef.h>
#include <upc_types.h>

/* ---- Termination  */

/* Flush all I/O, and end all threads; the program's exit status is STATUS.  */
extern void upc_global_exit (int status) __attribute__ ((__noreturn__));

/* ---- Allocation of shared space.  What is returned has phase 0; null if the
   size is 0, or there is no such space left.  */

/* Space like shared [NBYTES] char[NBLOCKS * NBYTES].  Called by any thread.  */
extern shared void *upc_global_alloc (size_t nblocks, size_t nbytes);
/* The same; called by all threads together, and all get the same.  */
extern shared void *upc_all_alloc (size_t nblocks, size_t nbytes);
/* NBYTES with affinity to the calling thread.  */
extern shared void *upc_alloc (size_t nbytes);
/* NBLOCKS * NBYTES with affinity to the calling thread.  Not in UPC 1.3 any
   more.  */
extern shared void *upc_local_alloc (size_t nblocks, size_t nbytes);
/* Free what any of the above returned, or do nothing for null.  Called by one
   thread.  */
extern void upc_free (shared void *ptr);
/* The same; called by all threads together.  */
extern void upc_all_free (shared void *ptr);

/* ---- Parts of a pointer-to-shared  */

/* The thread that *PTR has affinity to.  */
extern size_t upc_threadof (shared void *ptr);
/* Its place in its block.  */
extern size_t upc_phaseof (shared void *ptr);
/* PTR with phase 0.  */
extern shared void *upc_resetphase (shared void *ptr);
/* Its place in the thread's part.  */
extern size_t upc_addrfield (shared void *ptr);
/* How much of TOTALSIZE bytes in blocks of NBYTES has affinity to THREADID.  */
extern size_t upc_affinitysize (size_t totalsize, size_t nbytes,
				size_t threadid);

/* ---- Locks  */

typedef shared struct upc_lock_struct upc_lock_t;

/* A new lock, unlocked.  Called by any thread.  */
extern upc_lock_t *upc_global_lock_alloc (void);
/* The same; called by all threads together, and all get the same.  */
extern upc_lock_t *upc_all_lock_alloc (void);
/* Free a lock, locked or not, or do nothing for null.  Called by one
   thread.  */
extern void upc_lock_free (upc_lock_t *ptr);
/* The same; called by all threads together.  */
extern void upc_all_lock_free (upc_lock_t *ptr);
/* Wait until no thread holds the lock, and take it.  */
extern void upc_lock (upc_lock_t *ptr);
/* Take it if no thread holds it: 1, or else 0.  */
extern int upc_lock_attempt (upc_lock_t *ptr);
/* Give up a lock that this thread holds.  */
extern void upc_unlock (upc_lock_t *ptr);

/* ---- Moving N bytes.  Shared ones have affinity to a single thread.  Objects
   do not overlap.  */

/* Shared to shared.  */
extern void upc_memcpy (shared void *__restrict dst,
			shared const void *__restrict src, size_t n);
/* Shared to private.  */
extern void upc_memget (void *__restrict dst,
			shared const void *__restrict src, size_t n);
/* Private to shared.  */
extern void upc_memput (shared void *__restrict dst,
			const void *__restrict src, size_t n);
/* The byte C everywhere.  */
extern void upc_memset (shared void *dst, int c, size_t n);

#endif /* UPC_H */
