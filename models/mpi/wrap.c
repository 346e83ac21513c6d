/* wrap.c - what the program calls in place of MPI's functions, from C.

   SPDX-License-Identifier: Apache-2.0

   A wrapper for each row of functions.def, which raises an event around the
   real function.  All arguments are words (words.h).  */

#include "wrap.h"
#include "requests.h"
#include <stdlib.h>
#include <string.h>

#define NUMBER(a) ((int) (a))
#define INT(a) ((size_t) NUMBER (a))
#define COUNT(a) ((size_t) (a))
#define COMM(a) ((word) (MPI_Comm) (a))
#define WIN(a) ((word) (MPI_Win) (a))
#define GROUP(a) ((word) (MPI_Group) (a))
#define MPIFILE(a) ((word) (MPI_File) (a))
#define TYPE(a) ((word) (MPI_Datatype) (a))
#define TYPE_AT(a, i) ((word) ((const MPI_Datatype *) (a))[i])
#define REQUEST(a, i) (((const MPI_Request *) (a))[i])
#define REQUEST_OF(a) ((MPI_Request) (a))
#define MESSAGE_OF(a) ((MPI_Request) (word) *(const MPI_Message *) (a))
#define HANDLE_AT(kind, a)						\
  ((kind) == WINDOW ? (word) *(const MPI_Win *) (a)			\
   : (kind) == FILES ? (word) *(const MPI_File *) (a)			\
   : (word) *(const MPI_Comm *) (a))
#define IS_IN_PLACE(a) ((a) == (word) MPI_IN_PLACE)
#define OWN_STATUS(a)							\
  MPI_Status own_;							\
  if ((a) == (word) MPI_STATUS_IGNORE)					\
    (a) = (word) &own_;
#define STATUS_OF(a) ((const MPI_Status *) (a))
#define WAIT_BEGINS(w, completes, n, requests, statuses)		\
  (statuses) = gasp_mpi_begin_to_wait (w, completes, n, requests, statuses);
#define WAIT_ENDS(w)
#define FIRST_INDEX(w, requests, flag, indices) 0
#define BEFORE_SPAWN()
#define TEXT_OF(a, length) ((const char *) (a))
#include "kinds.h"

/* ---- Wrappers  */

#define MPI_CALL(name, n, kind...) static int (*real_##name) (PARAMS_##n);
#include "functions.def"

#define MPI_CALL(name, n, kind...)					\
  static int								\
  wrap_##name (PARAMS_##n)						\
  {									\
    struct library_call call; \
    int result;								\
    if (!CALL_BEGINS (call, "MPI_" #name)) \
      return real_##name (ARGS_##n);					\
    bool serves_ = gasp_mpi_may_serve (#kind); \
    if (serves_) \
      gasp_mpi_comes (&call); \
    APPLY (real_##name (ARGS_##n), kind) \
    if (serves_) \
      gasp_mpi_leaves (); \
    gasp_mpi_tell (&call); \
    return result;							\
  }
#include "functions.def"

static const struct slots_entry entries[] = {
#define MPI_CALL(name, n, kind...) \
  { "MPI_" #name, (void **) &real_##name, (void *) wrap_##name, NULL },
#include "functions.def"
};

static int
compare_names (const void *name, const void *entry)
{
  return strcmp (name, ((const struct slots_entry *) entry)->name);
}

const struct slots_entry *
gasp_mpi_entry (const char *name)
{
  return bsearch (name, entries, sizeof entries / sizeof *entries,
		  sizeof *entries, compare_names);
}
