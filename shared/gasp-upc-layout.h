/* gasp-upc-layout.h - how a pointer-to-shared is divided, and what follows from
   it: for the compiler, the runtime, and the code that units are compiled with.

   SPDX-License-Identifier: Apache-2.0

     63      44 43    34 33                   0
     +---------+--------+---------------------+
     |  phase  | thread |       address       |
     +---------+--------+---------------------+

   The names are reserved ones, as this stands in front of each unit of UPC.  */

#ifndef __GASP_UPC_LAYOUT_H
#define __GASP_UPC_LAYOUT_H 1

#define __UPC_ADDRESS_BITS 34
#define __UPC_THREAD_BITS 10
#define __UPC_PHASE_BITS 20

/* What fits, as numbers that messages can show: of threads, of bytes of a thread,
   of elements of a block.  */
#define __UPC_MAX_THREADS 1024
#define __UPC_MAX_PART_TEXT "16G"
#define __UPC_MAX_BLOCK_SIZE 1048575

#define __UPC_THREAD_MASK (__UPC_MAX_THREADS - 1)
#define __UPC_PHASE_SHIFT (__UPC_ADDRESS_BITS + __UPC_THREAD_BITS)

#define __UPC_TEXT_OF(number) #number
#define __UPC_TEXT(number) __UPC_TEXT_OF (number)
#define __UPC_MAX_THREADS_TEXT __UPC_TEXT (__UPC_MAX_THREADS)

#endif /* __GASP_UPC_LAYOUT_H */
