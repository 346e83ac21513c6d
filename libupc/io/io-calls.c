/* io-calls.c - parallel input and output: the functions that read and write.

   SPDX-License-Identifier: Apache-2.0

   Each makes a request of its arguments, and starts it; functions that block
   also complete it.  A started request is executed by a helper thread of this
   process, if its memory can be addressed, and threads need not take turns.  A
   thread that gave wrong arguments has nothing to do, but waits where the
   others do.  */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include "io/io.h"

/* A share smaller than this is not worth a thread.  */
enum { SHARE = 65536 };

/* ---- Requests  */

static bool
allowed (const struct upc_io_file *file, bool write)
{
  return !(file->flags & (write ? UPC_RDONLY : UPC_WRONLY));
}

/* Sets up the request of an operation on MEMORY_PARTS and FILE_PARTS.  */
static void
prepare (struct upc_io_file *file, bool write, size_t memory_parts,
	 size_t file_parts, upc_flag_t flags)
{
  struct upc_io_operation *operation = &file->operation;
  struct upc_io_request *request = &operation->request;

  *operation = (struct upc_io_operation) {
    .flags = upc_all_flags (file->flags & UPC_STRONG_CA ? 0 : flags),
    .request = { .write = write, .fd = file->fd,
		 .memory_parts = memory_parts, .file_parts = file_parts }
  };
  request->memory = calloc (memory_parts + 1, sizeof *request->memory);
  request->places = calloc (file_parts + 1, sizeof *request->places);
  if (!request->memory || !request->places)
    request->error = ENOMEM;
  else if (!allowed (file, write))
    request->error = EBADF;
}

/* Returns LENGTH bytes of shared memory, in blocks of BLOCK bytes.  */
static struct upc_io_memory
shared_memory (upc_pts_t p, size_t block, size_t length)
{
  return (struct upc_io_memory) { .shared = { upc_pts_place (p), 1, block },
				  .length = length };
}

/* Prepares the request of a transfer of SIZE times NMEMB bytes at the file
   pointer.  MEMORY's length is set here.  */
static void
prepare_at_pointer (struct upc_io_file *file, bool write,
		    struct upc_io_memory memory, size_t size, size_t nmemb,
		    upc_flag_t flags)
{
  struct upc_io_operation *operation = &file->operation;
  struct upc_io_request *request = &operation->request;
  size_t length;

  prepare (file, write, 1, 1, flags);
  operation->at_pointer = true;
  if (__builtin_mul_overflow (size, nmemb, &length))
    request->error = request->error ? request->error : EOVERFLOW;
  if (request->error)
    return;
  memory.length = length;
  request->memory[0] = memory;
  request->places[0] = (struct upc_filevec) { file->position, length };
}

/* Lets the threads divide a transfer that all ask for.  The shares are of
   bytes that follow each other in the file.  */
static void
divide (struct upc_io_file *file)
{
  struct upc_io_operation *operation = &file->operation;
  struct upc_io_request *request = &operation->request;

  operation->common = true;
  if (request->error)
    return;
  size_t length = request->memory[0].length;
  size_t each = (length + THREADS - 1) / THREADS;
  if (each < SHARE)
    each = SHARE;
  size_t begin = each * MYTHREAD < length ? each * MYTHREAD : length;
  size_t end = each < length - begin ? begin + each : length;
  request->memory[0].skip = begin;
  request->memory[0].length = end - begin;
  request->places[0].offset += begin;
  request->places[0].len = end - begin;
}

/* ---- Beginning and ending  */

static void
synchronise (const struct upc_io_operation *operation, upc_flag_t none)
{
  if (!(operation->flags & none))
    upc_library_barrier ();
}

/* Performs the operation on FILE now; with strong consistency, when it is this
   thread's turn.  */
static void
do_now (struct upc_io_file *file)
{
  bool turns = (file->flags & UPC_STRONG_CA) && !file->operation.common;

  if (turns)
    upc_lock (file->turn);
  upc_io_perform (&file->operation.request);
  if (turns)
    upc_unlock (file->turn);
}

static void *
work (void *argument)
{
  struct upc_io_operation *operation = argument;

  upc_io_perform (&operation->request);
  __atomic_store_n (&operation->over, true, __ATOMIC_RELEASE);
  return NULL;
}

/* Starts the operation in another thread of this process, which is to handle
   no signals.  Returns false if there is none.  */
static bool
do_beside (struct upc_io_file *file)
{
  struct upc_io_operation *operation = &file->operation;
  sigset_t all, old;

  if (!upc_conduit.addressable || (file->flags & UPC_STRONG_CA))
    return false;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  operation->threaded
    = pthread_create (&operation->worker, NULL, work, operation) == 0;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  return operation->threaded;
}

static void
begin (struct upc_io_file *file, bool async)
{
  struct upc_io_operation *operation = &file->operation;

  synchronise (operation, UPC_IN_NOSYNC);
  operation->outstanding = true;
  if (!operation->request.error && !(async && do_beside (file)))
    do_now (file);
  if (!operation->threaded)
    operation->over = true;
}

/* Returns how much all threads have transferred of a request that they
   divided.  */
static upc_off_t
add_up (struct upc_io_request *request)
{
  upc_off_t mine = request->error ? -1 : request->transferred;
  upc_off_t *all = upc_table (sizeof *all), sum = 0;

  upc_library_barrier ();
  upc_conduit_gather_all (all, &mine, sizeof mine);
  for (int i = 0; i < THREADS; i++)
    if (all[i] >= 0)
      sum += all[i];
    else if (request->error == 0)
      request->error = EIO;
  free (all);
  return sum;
}

static upc_off_t
end (struct upc_io_file *file)
{
  struct upc_io_operation *operation = &file->operation;
  struct upc_io_request *request = &operation->request;

  if (operation->threaded)
    pthread_join (operation->worker, NULL);
  upc_off_t result = operation->common ? add_up (request)
		     : request->transferred;
  synchronise (operation, UPC_OUT_NOSYNC);
  free (request->memory);
  free (request->places);
  operation->outstanding = false;
  if (request->error)
    return upc_io_result (request->error);
  if (operation->at_pointer)
    file->position += result;
  return result;
}

upc_off_t
upc_all_fwait_async (upc_pts_t fd)
{
  struct upc_io_file *file = upc_io_any_file (fd);

  if (file && file->operation.outstanding)
    return end (file);
  if (file)
    errno = EINVAL;
  return -1;
}

upc_off_t
upc_all_ftest_async (upc_pts_t fd, int *flag)
{
  struct upc_io_file *file = upc_io_any_file (fd);

  *flag = 1;
  if (!file || !file->operation.outstanding)
    return upc_all_fwait_async (fd);
  bool over = __atomic_load_n (&file->operation.over, __ATOMIC_ACQUIRE);
  *flag = upc_io_agree (!over) == 0;
  return *flag ? end (file) : 0;
}

/* Returns the file that FD is, for an operation of NAME; with ASYNC, there
   must be one.  */
static struct upc_io_file *
file_for (upc_pts_t fd, const char *name, bool async)
{
  struct upc_io_file *file = upc_io_file (fd);

  if (!file && async)
    upc_fatal (errno == EBUSY
	       ? "%s: an asynchronous operation on this file is outstanding;"
		 " only one can be at a time"
	       : "%s: \"fd\" is not an open file", name);
  return file;
}

static upc_off_t
finish (struct upc_io_file *file, bool async)
{
  begin (file, async);
  return async ? 0 : end (file);
}

/* ---- The kinds of operations  */

static upc_off_t
local (const char *name, upc_pts_t fd, bool write, void *buffer, size_t size,
       size_t nmemb, upc_flag_t flags, bool async)
{
  struct upc_io_file *file = file_for (fd, name, async);
  struct upc_io_memory memory = { .local = buffer };

  if (!file)
    return -1;
  prepare_at_pointer (file, write, memory, size, nmemb, flags);
  if (file->flags & UPC_COMMON_FP)
    file->operation.request.error = EINVAL;
  return finish (file, async);
}

static upc_off_t
shared (const char *name, upc_pts_t fd, bool write, upc_pts_t buffer,
	size_t blocksize, size_t size, size_t nmemb, upc_flag_t flags,
	bool async)
{
  struct upc_io_file *file = file_for (fd, name, async);

  if (!file)
    return -1;
  prepare_at_pointer (file, write, shared_memory (buffer, blocksize * size, 0),
		      size, nmemb, flags);
  if (file->flags & UPC_COMMON_FP)
    divide (file);
  return finish (file, async);
}

/* Copies what the file parts are; returns whether they are as long as the
   memory parts.  */
static void
set_places (struct upc_io_request *request, const struct upc_filevec *filevec)
{
  size_t in_memory = 0, in_file = 0;

  for (size_t i = 0; i < request->memory_parts; i++)
    in_memory += request->memory[i].length;
  for (size_t i = 0; i < request->file_parts; i++)
    {
      request->places[i] = filevec[i];
      in_file += filevec[i].len;
      if (filevec[i].offset < 0 && filevec[i].len > 0)
	request->error = EINVAL;
    }
  if (in_memory != in_file)
    request->error = EINVAL;
}

static upc_off_t
list_local (const char *name, upc_pts_t fd, bool write, size_t memvec_entries,
	    const struct upc_local_memvec *memvec, size_t filevec_entries,
	    const struct upc_filevec *filevec, upc_flag_t flags, bool async)
{
  struct upc_io_file *file = file_for (fd, name, async);

  if (!file)
    return -1;
  struct upc_io_request *request = &file->operation.request;
  prepare (file, write, memvec_entries, filevec_entries, flags);
  if (!request->error)
    {
      for (size_t i = 0; i < memvec_entries; i++)
	request->memory[i]
	  = (struct upc_io_memory) { .local = memvec[i].baseaddr,
				     .length = memvec[i].len };
      set_places (request, filevec);
    }
  return finish (file, async);
}

static upc_off_t
list_shared (const char *name, upc_pts_t fd, bool write,
	     size_t memvec_entries, const struct upc_shared_memvec *memvec,
	     size_t filevec_entries, const struct upc_filevec *filevec,
	     upc_flag_t flags, bool async)
{
  struct upc_io_file *file = file_for (fd, name, async);

  if (!file)
    return -1;
  struct upc_io_request *request = &file->operation.request;
  prepare (file, write, memvec_entries, filevec_entries, flags);
  if (!request->error)
    {
      for (size_t i = 0; i < memvec_entries; i++)
	request->memory[i] = shared_memory (memvec[i].baseaddr,
					    memvec[i].blocksize,
					    memvec[i].len);
      set_places (request, filevec);
    }
  return finish (file, async);
}

/* ---- The functions of the specification  */

#define LOCAL(name, write, type, suffix, async, ret)			\
type									\
upc_all_##name##_local##suffix (upc_pts_t fd, void *buffer, size_t size, \
				size_t nmemb, upc_flag_t flags)		\
{									\
  ret local (__func__, fd, write, buffer, size, nmemb, flags, async);	\
}
#define SHARED(name, write, type, suffix, async, ret)			\
type									\
upc_all_##name##_shared##suffix (upc_pts_t fd, upc_pts_t buffer,	\
				 size_t blocksize, size_t size,		\
				 size_t nmemb, upc_flag_t flags)	\
{									\
  ret shared (__func__, fd, write, buffer, blocksize, size, nmemb,	\
	      flags, async);						\
}
#define LIST(kind, name, write, type, suffix, async, ret)		\
type									\
upc_all_##name##_list_##kind##suffix					\
  (upc_pts_t fd, size_t memvec_entries,					\
   const struct upc_##kind##_memvec *memvec, size_t filevec_entries,	\
   const struct upc_filevec *filevec, upc_flag_t flags)			\
{									\
  ret list_##kind (__func__, fd, write, memvec_entries, memvec,		\
		   filevec_entries, filevec, flags, async);		\
}
#define KINDS(...)							\
  LOCAL (__VA_ARGS__)							\
  SHARED (__VA_ARGS__)							\
  LIST (local, __VA_ARGS__)						\
  LIST (shared, __VA_ARGS__)
#define FUNCTIONS(name, write)						\
  KINDS (name, write, upc_off_t, , false, return)			\
  KINDS (name, write, void, _async, true, (void))
UPC_IO_DIRECTIONS (FUNCTIONS)
