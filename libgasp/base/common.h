/* common.h - what every file of libgasp may need.

   SPDX-License-Identifier: Apache-2.0

   The way of an event:

     site, patched by patch.c
       -> stub, made by stubs.c
       -> __gasp_enter, __gasp_leave (hooks.c)
       -> the recorder's enter or leave, or gasp_event_notify of the tool

   and that of a library call: __gasp_malloc (malloc.c and the like)
   -> gasp_event_notify.  frames.c and threads.c do what is rarely needed.

   Each directory is a storey, and what stands in it knows those below it
   (scripts/layers):

     calls, process	library calls; the process begins, forks, ends
     text		code is changed
     entry		a site has been come to
     stack		open calls, and which stack they are on
     arch		the processor
     base		settings, state, objects, the tool  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include "gasp_gcc.h"
#include "site.h"

#pragma GCC visibility push (hidden)

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

/* Keeps the order of memory accesses on the two sides of this, for signal
   handlers and the compiler.  */
#define barrier() __asm__ volatile ("" : : : "memory")

/* The type for atomic exchanges: some processors cannot exchange bytes.  */
typedef int gasp_flag;

/* Where in the source a call is, as the compiler passes it.  */
#define POSITION const char *file, int line, int column

struct gasp_place
{
  const char *file;
  int line, column;
};

/* Attributes of what runs at a site, see hooks.c.  */
#define AT_SITE GASP_GCC_FAST __attribute__ ((no_sanitize ("undefined"))) \
  __attribute__ ((no_sanitize_address, no_sanitize_thread))
#define AT_SITE_INLINE static inline __attribute__ ((always_inline)) AT_SITE

#include "arch/processor.h"

#pragma GCC visibility pop
