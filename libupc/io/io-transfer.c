/* io-transfer.c - parallel input and output: one thread's reading and
   writing.

   SPDX-License-Identifier: Apache-2.0

   Memory that lies in one piece goes to and from the file as it is; blocked
   arrays, and what cannot be addressed, go through a buffer.  */

#include <errno.h>
#include <unistd.h>
#include "io/io.h"

enum { BUFFER = 65536 };

/* How far a request is in its lists.  */
struct progress {
  size_t part;			/* of the list */
  size_t done;			/* of that part */
};

/* Reads or writes N bytes at OFFSET; *DONE is set to how many it was, fewer at
   the end of the file.  Returns an error.  */
static int
access_file (const struct upc_io_request *request, char *buffer, size_t n,
	     upc_off_t offset, size_t *done)
{
  for (*done = 0; *done < n;)
    {
      ssize_t some
	= request->write
	  ? pwrite (request->fd, buffer + *done, n - *done, offset + *done)
	  : pread (request->fd, buffer + *done, n - *done, offset + *done);
      if (some > 0)
	*done += some;
      else if (some == 0)
	return 0;
      else if (errno != EINTR)
	return errno;
    }
  return 0;
}

/* Returns the address of N bytes of MEMORY, AT bytes from its beginning, if
   it has one; *N becomes how many of them lie there.  Else null; *N becomes
   not more than fit in the buffer.  */
static char *
directly (const struct upc_io_memory *memory, size_t at, size_t *n)
{
  size_t run;

  if (memory->local)
    return (char *) memory->local + at;
  upc_pts_t place = upc_array_at (&memory->shared, memory->skip + at, &run);
  char *address = upc_conduit_address (place);
  if (address && (run >= BUFFER || run >= *n))
    {
      *n = *n < run ? *n : run;
      return address;
    }
  *n = *n < BUFFER ? *n : BUFFER;
  return NULL;
}

/* Transfers N bytes, or as many as can be at once, or are left in the file,
   and sets *DONE to their number.  Returns an error.  */
static int
transfer (const struct upc_io_request *request,
	  const struct upc_io_memory *memory, size_t at, upc_off_t offset,
	  size_t *n, size_t *done)
{
  char buffer[BUFFER];
  char *address = directly (memory, at, n);
  int error;

  if (address)
    return access_file (request, address, *n, offset, done);
  if (request->write)
    upc_array_get (&memory->shared, memory->skip + at, *n, buffer);
  error = access_file (request, buffer, *n, offset, done);
  if (error == 0 && !request->write)
    upc_array_put (&memory->shared, memory->skip + at, *done, buffer);
  return error;
}

/* Goes N further in a part of LENGTH.  */
static void
advance (struct progress *progress, size_t n, size_t length)
{
  progress->done += n;
  if (progress->done == length)
    *progress = (struct progress) { progress->part + 1, 0 };
}

void
upc_io_perform (struct upc_io_request *request)
{
  struct progress m = { 0, 0 }, f = { 0, 0 };

  while (request->error == 0 && m.part < request->memory_parts
	 && f.part < request->file_parts)
    {
      const struct upc_io_memory *memory = &request->memory[m.part];
      const struct upc_filevec *place = &request->places[f.part];
      size_t n = memory->length - m.done, done = 0;
      if (n > place->len - f.done)
	n = place->len - f.done;
      if (n > 0)
	request->error = transfer (request, memory, m.done,
				   place->offset + (upc_off_t) f.done, &n,
				   &done);
      request->transferred += done;
      if (done < n)
	break;
      advance (&m, n, memory->length);
      advance (&f, n, place->len);
    }
}
