/* gasp-upc-layout.h - how a pointer-to-shared is divided, and what follows from
   it: for the compiler, the runtime, and the code that units are compiled with.

   SPDX-License-Identifier: Apache-2.0

     63      44 43    34 33                   0
     +---------+--------+---------------------+
     |  phase  | thread |       address       |
     +---------+--------+---------------------+

   and, in programs for many threads (-fupc-many-threads),

     63   50 49         30 29                0
     +------+-------------+------------------+
     | phase|   thread    |     address      |
     +------+-------------+------------------+

   The names are reserved ones, as this stands in front of each unit of UPC.  */

#ifndef __GASP_UPC_LAYOUT_H
#define __GASP_UPC_LAYOUT_H 1

/* What fits, as numbers that messages can show: of threads, of bytes of a
   thread, of elements of a block.  The compiler has to know both kinds.  */
#define __UPC_USUAL_ADDRESS_BITS 34
#define __UPC_USUAL_MAX_THREADS 1024
#define __UPC_USUAL_MAX_BLOCK_SIZE 1048575
#define __UPC_MANY_ADDRESS_BITS 30
#define __UPC_MANY_MAX_THREADS 1048576
#define __UPC_MANY_MAX_BLOCK_SIZE 16383

#ifdef __UPC_MANY_THREADS
# define __UPC_ADDRESS_BITS __UPC_MANY_ADDRESS_BITS
# define __UPC_THREAD_BITS 20
# define __UPC_PHASE_BITS 14
# define __UPC_MAX_THREADS __UPC_MANY_MAX_THREADS
# define __UPC_MAX_PART_TEXT "1G"
# define __UPC_MAX_BLOCK_SIZE __UPC_MANY_MAX_BLOCK_SIZE
# define __UPC_OF_KIND(name) __asm__ (#name "_of_many_threads")
#else
# define __UPC_ADDRESS_BITS __UPC_USUAL_ADDRESS_BITS
# define __UPC_THREAD_BITS 10
# define __UPC_PHASE_BITS 20
# define __UPC_MAX_THREADS __UPC_USUAL_MAX_THREADS
# define __UPC_MAX_PART_TEXT "16G"
# define __UPC_MAX_BLOCK_SIZE __UPC_USUAL_MAX_BLOCK_SIZE
# define __UPC_OF_KIND(name)
#endif
/* __UPC_OF_KIND is for declarations of variables that pointers are computed
   with: units of the two kinds refer to different ones, so that the linker
   refuses to put them together.  */

#define __UPC_THREAD_MASK (__UPC_MAX_THREADS - 1)
#define __UPC_PHASE_SHIFT (__UPC_ADDRESS_BITS + __UPC_THREAD_BITS)

/* Numbers from -2^50 to 2^50 are divided by THREADS as if they were so many
   rounds more.  Its threads are beyond a pointer's bits.  */
#define __UPC_BIAS ((__UINT64_TYPE__) 1 << 40)

#define __UPC_TEXT_OF(number) #number
#define __UPC_TEXT(number) __UPC_TEXT_OF (number)
#define __UPC_MAX_THREADS_TEXT __UPC_TEXT (__UPC_MAX_THREADS)

#endif /* __GASP_UPC_LAYOUT_H */
