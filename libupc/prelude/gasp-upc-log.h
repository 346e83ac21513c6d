/* gasp-upc-log.h - what -fupc-check has compiled code note.

   SPDX-License-Identifier: Apache-2.0

   Between compiled code (gasp-upc-check.h) and libupc/check/races.c.  */

#ifndef GASP_UPC_LOG_H
#define GASP_UPC_LOG_H

#pragma GCC system_header

/* A place in the program that accesses shared space, at LINE << 32 | COLUMN of
   FILE.  */
struct __upc_check_site
{
  __UINT64_TYPE__ __cell;	/* its part of a cell; 0: not known yet */
  const char *__file;
  __UINT64_TYPE__ __place;
  /* How many more accesses are noted unseen, as the last one that was not was
     new: where such come among others, the processor guesses wrong, and waits
     for memory.  */
  __UINT64_TYPE__ __unseen;
};

/* An access to the word at P: who, when, from where, to which of its bytes, as
   races.c says of cells.  P is one more if it has been noted unseen.  */
struct __upc_check_noted
{
  __UINT64_TYPE__ __p, __cell;
};

#define __UPC_CHECK_NOTED 256
#define __UPC_CHECK_UNSEEN 256

extern struct __upc_check_log
{
  /* For each 8 bytes of shared space that this thread accesses, the last
     stretch of time between two synchronisations in which it did, and which
     bytes it read and wrote in that: 16, 8 and 8 bits.  */
  unsigned int *__stamps;
  __UINT64_TYPE__ __words;	/* of how many there are stamps */
  unsigned int __now;		/* the stretch of now, as it is in a stamp */
  /* Stamps from that on are younger than the last free that this thread knows
     of: the memory is still there.  */
  unsigned int __valid;
  __UINT64_TYPE__ __cell;	/* this thread and its time, as in a cell */
  const char *__alone;		/* not 0 while the process has one thread */
  unsigned int __count;		/* of what has been noted */
  /* How much may be noted: 0 while __cell is not right.  */
  unsigned int __limit;
  struct __upc_check_noted __noted[__UPC_CHECK_NOTED];
} __upc_check_log;

#endif /* GASP_UPC_LOG_H */
