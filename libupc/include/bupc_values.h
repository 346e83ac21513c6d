/* bupc_values.h - what bupc_extensions.h and bupc_collectivev.h have in common
   with the library.

   SPDX-License-Identifier: Apache-2.0

   Valid in plain C, too.  */

#ifndef _BUPC_VALUES_H
#define _BUPC_VALUES_H

/* The least room that bupc_dump_shared takes.  */
#define BUPC_DUMP_MIN_LENGTH 100

/* Values of bupc_thread_distance.  */
#define BUPC_THREADS_SAME 0
#define BUPC_THREADS_VERYNEAR 100	/* its memory can be addressed */
#define BUPC_THREADS_NEAR 200
#define BUPC_THREADS_FAR 300
#define BUPC_THREADS_VERYFAR 400

/* Semaphores: a truth value or a number, whether one thread posts or several
   do, and whether one waits or several do.  */
#define BUPC_SEM_BOOLEAN 1
#define BUPC_SEM_INTEGER 2
#define BUPC_SEM_SPRODUCER 4
#define BUPC_SEM_MPRODUCER 8
#define BUPC_SEM_SCONSUMER 16
#define BUPC_SEM_MCONSUMER 32
#define BUPC_SEM_MAXVALUE 1073741823

/* Value collectives: all threads, in place of one; what a value is.  */
#define __BUPC_ALL (-1)
#define __BUPC_SIGNED 0
#define __BUPC_UNSIGNED 1
#define __BUPC_FLOATING 2

#endif /* _BUPC_VALUES_H */
