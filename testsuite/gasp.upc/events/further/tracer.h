/* tracer.h - what tracer.c calls in its UPC part, tracer-upc.upc.

   SPDX-License-Identifier: Apache-2.0  */

extern void tracer_threads (int *mythread, int *threads);
extern void tracer_barrier (void);

/* Print into the SIZE bytes at TEXT what the variable at POINTER, a
   pointer-to-shared, holds; that at LOCK, a upc_lock_t *; upc_flag_t's FLAGS;
   the upc_op_t OPERATION.  */
extern void tracer_pointer (void *pointer, char *text, int size);
extern void tracer_lock (void *lock, char *text, int size);
extern void tracer_flags (int flags, char *text, int size);
extern void tracer_operation (int operation, char *text, int size);
