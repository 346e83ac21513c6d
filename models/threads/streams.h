/* streams.h - what streams of the C library hold: glibc's.

   SPDX-License-Identifier: Apache-2.0

   A thread asks this before it has the stream.  Another one may change that
   meanwhile: then the call waits without being recorded so.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __GLIBC__

/* Returns whether STREAM holds COUNT bytes that were read.  */
static inline bool
has_bytes (const FILE *stream, size_t count)
{
  return count <= PTRDIFF_MAX
	 && stream->_IO_read_end - stream->_IO_read_ptr >= (ptrdiff_t) count;
}

/* Where a stream holds so much, it is not looked for the end of a line, as that
   takes time.  */
enum { STREAM_HOLDS_MUCH = 512 };

/* Returns whether the LENGTH bytes that STREAM holds have DELIMITER.  */
static __attribute__ ((noinline)) bool
finds_delimiter (const FILE *stream, int delimiter, ptrdiff_t length)
{
  return length > 0
	 && memchr (stream->_IO_read_ptr, delimiter, (size_t) length);
}

/* Returns whether STREAM holds bytes up to DELIMITER.  */
static inline bool
has_delimited (const FILE *stream, int delimiter)
{
  ptrdiff_t length = stream->_IO_read_end - stream->_IO_read_ptr;
  return length >= STREAM_HOLDS_MUCH
	 || finds_delimiter (stream, delimiter, length);
}

static inline bool
has_line (const FILE *stream)
{
  return has_delimited (stream, '\n');
}

/* Returns whether STREAM has room for COUNT bytes more.  */
static inline bool
has_room (const FILE *stream, size_t count)
{
  return count <= PTRDIFF_MAX
	 && stream->_IO_write_end - stream->_IO_write_ptr >= (ptrdiff_t) count;
}

/* Returns whether there is nothing in STREAM that was not written yet.  */
static inline bool
is_written (const FILE *stream)
{
  return stream->_IO_write_ptr <= stream->_IO_write_base;
}

#endif
