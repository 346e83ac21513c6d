/* io.h - parallel input and output, from inside.

   SPDX-License-Identifier: Apache-2.0

   Each thread opens the file itself, and reads and writes at offsets: nothing
   is buffered, so what one thread has written others see, and the file is an
   ordinary one.  */

#pragma once

#include <pthread.h>
#include "library/array.h"
#include "library/collective.h"
#include "upc_io.h"

struct upc_shared_memvec {
  upc_pts_t baseaddr;
  size_t blocksize;
  size_t len;
};

/* A part of memory.  */
struct upc_io_memory {
  void *local;			/* or null, if it is SHARED's bytes */
  struct upc_array shared;
  size_t skip;			/* bytes before the part, not transferred */
  size_t length;
};

/* A thread's transfer: the bytes of the memory parts, one after the other, from
   or to those of the file parts.  */
struct upc_io_request {
  bool write;
  int fd;
  struct upc_io_memory *memory;
  size_t memory_parts;
  struct upc_filevec *places;
  size_t file_parts;
  /* The outcome.  */
  upc_off_t transferred;
  int error;			/* of errno, or 0 */
};

/* An operation that was begun and not yet ended.  */
struct upc_io_operation {
  bool outstanding;
  struct upc_io_request request;
  upc_flag_t flags;
  bool at_pointer;		/* moves the file pointer */
  bool common;			/* the threads have divided one transfer */
  bool threaded;		/* WORKER does it */
  pthread_t worker;
  bool over;			/* it has */
};

/* A thread's view of an open file.  */
struct upc_io_file {
  int fd;
  int flags;			/* of upc_all_fopen, as changed since */
  char *name;			/* as given */
  char *path;			/* what to delete at the end, or null */
  upc_off_t position;
  struct upc_hint *hints;
  size_t hint_count;
  upc_pts_t turn;		/* a lock: its holder may access the file */
  struct upc_io_operation operation;
  struct upc_io_file *next;	/* open file */
};

#pragma GCC visibility push (hidden)

/* Returns this thread's view of FD; null with errno set if it is not open, or
   an asynchronous operation is outstanding.  */
extern struct upc_io_file *upc_io_file (upc_pts_t fd);
/* Returns this thread's view of FD, even if an operation is outstanding.  */
extern struct upc_io_file *upc_io_any_file (upc_pts_t fd);

/* Returns the error of the first thread that has one; 0 if none has.  All
   threads must call it.  */
extern int upc_io_agree (int error);
/* Returns 0 if there is no ERROR; else -1 with errno set.  */
extern int upc_io_result (int error);

/* Does the work of upc_all_fsync; returns an error.  */
extern int upc_io_sync (struct upc_io_file *file);

/* Keeps those of COUNT hints that are predefined; returns an error.  */
extern int upc_io_add_hints (struct upc_io_file *file, size_t count,
			     const struct upc_hint *hints);
/* Returns the value of hint KEY, or null.  */
extern const char *upc_io_hint (const struct upc_io_file *file,
				const char *key);
extern void upc_io_free_hints (struct upc_io_file *file);

/* Reads or writes what REQUEST asks for.  */
extern void upc_io_perform (struct upc_io_request *request);

#pragma GCC visibility pop

/* The functions of upc_io.h, as they look from C.  */
extern upc_pts_t upc_all_fopen (const char *fname, int flags, size_t numhints,
				const struct upc_hint *hints);
extern int upc_all_fclose (upc_pts_t fd);
extern int upc_all_fsync (upc_pts_t fd);
extern upc_off_t upc_all_fseek (upc_pts_t fd, upc_off_t offset, int origin);
extern int upc_all_fset_size (upc_pts_t fd, upc_off_t size);
extern upc_off_t upc_all_fget_size (upc_pts_t fd);
extern int upc_all_fpreallocate (upc_pts_t fd, upc_off_t size);
extern int upc_all_fcntl (upc_pts_t fd, int cmd, void *arg);
extern upc_off_t upc_all_fwait_async (upc_pts_t fd);
extern upc_off_t upc_all_ftest_async (upc_pts_t fd, int *flag);

/* Reads and writes: X (NAME, WRITE).  */
#define UPC_IO_DIRECTIONS(X) X (fread, false) X (fwrite, true)

#define UPC_IO_DECLARE(type, name, suffix)				\
  extern type upc_all_##name##_local##suffix				\
    (upc_pts_t fd, void *buffer, size_t size, size_t nmemb,		\
     upc_flag_t flags);							\
  extern type upc_all_##name##_shared##suffix				\
    (upc_pts_t fd, upc_pts_t buffer, size_t blocksize, size_t size,	\
     size_t nmemb, upc_flag_t flags);					\
  extern type upc_all_##name##_list_local##suffix			\
    (upc_pts_t fd, size_t memvec_entries,				\
     const struct upc_local_memvec *memvec, size_t filevec_entries,	\
     const struct upc_filevec *filevec, upc_flag_t flags);		\
  extern type upc_all_##name##_list_shared##suffix			\
    (upc_pts_t fd, size_t memvec_entries,				\
     const struct upc_shared_memvec *memvec, size_t filevec_entries,	\
     const struct upc_filevec *filevec, upc_flag_t flags);
#define UPC_IO_BOTH(name, write)					\
  UPC_IO_DECLARE (upc_off_t, name, )					\
  UPC_IO_DECLARE (void, name, _async)
UPC_IO_DIRECTIONS (UPC_IO_BOTH)
#undef UPC_IO_BOTH
#undef UPC_IO_DECLARE
