/* fortran.c - what the program calls in place of MPI's functions, from Fortran.

   SPDX-License-Identifier: Apache-2.0

   MPI_Send is mpi_send_ by mpif.h and the module mpi.  By the module mpi_f08 it
   is mpi_send_f08_, or mpi_send_f08ts_ where buffers come as descriptors.  All
   arguments are addresses, of handles too, which are numbers there; after them
   is that of the error, which may be null, and then the lengths of strings.  No
   function has more than three of these; that too many are passed on does no
   harm, as the caller removes them.  */

#include "wrap.h"
#include "requests.h"
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER(a) ((int) *(const MPI_Fint *) (a))
#define INT(a) ((size_t) NUMBER (a))
#define COUNT(a) ((size_t) *(const MPI_Count *) (a))
#define COMM(a) ((word) PMPI_Comm_f2c (NUMBER (a)))
#define WIN(a) ((word) PMPI_Win_f2c (NUMBER (a)))
#define GROUP(a) ((word) PMPI_Group_f2c (NUMBER (a)))
#define MPIFILE(a) ((word) PMPI_File_f2c (NUMBER (a)))
#define TYPE(a) ((word) PMPI_Type_f2c (NUMBER (a)))
#define TYPE_AT(a, i) ((word) PMPI_Type_f2c (((const MPI_Fint *) (a))[i]))
#define REQUEST(a, i) PMPI_Request_f2c (((const MPI_Fint *) (a))[i])
#define REQUEST_OF(a) REQUEST (a, 0)
#define MESSAGE_OF(a) ((MPI_Request) (word) PMPI_Message_f2c (NUMBER (a)))
#define HANDLE_AT(kind, a)						\
  ((kind) == WINDOW ? WIN (a) : (kind) == FILES ? MPIFILE (a) : COMM (a))
#define FIRST_INDEX(w, requests, flag, indices) \
  first_index (w, (word) (requests), (word) (flag), (word) (indices))
#define BEFORE_SPAWN() gasp_mpi_before_fortran_spawn ()

/* ---- What the program passes for nothing: addresses of variables.  Open MPI's
   are common blocks; MPICH has variables with those of its common blocks, and
   for mpi_f08 the variables themselves.  What an MPI does not have is looked
   for once.  */

#define NOTHING ((word) 1)	/* no address */

static word
address_of (const char *name)
{
  return (word) gasp_mpi_symbol (name);
}

static word
value_of (const char *name)
{
  const word *variable = gasp_mpi_symbol (name);
  return variable ? *variable : 0;
}

static bool
is_in_place (word buffer, bool is_descriptor)
{
  static word common, by_module;
  if (!common)
    {
      common = address_of ("mpi_fortran_in_place_");
      if (!common)
	common = value_of ("MPIR_F_MPI_IN_PLACE");
      by_module = address_of ("MPIR_F08_MPI_IN_PLACE");
      if (!common)
	common = NOTHING;
    }
  if (is_descriptor)
    buffer = *(const word *) buffer;
  return buffer && (buffer == common || buffer == by_module);
}
#define IS_IN_PLACE(a) is_in_place (a, is_descriptor_)

static bool
is_ignored (word status)
{
  static const char *const names[] = {
    "MPI_F_STATUS_IGNORE", "MPI_F_STATUSES_IGNORE", "MPI_F08_STATUS_IGNORE",
    "MPI_F08_STATUSES_IGNORE"
  };
  static word known[4];
  for (int i = 0; i < 4; i++)
    {
      if (!known[i])
	known[i] = value_of (names[i]);
      if (!known[i])
	known[i] = NOTHING;
      if (status == known[i])
	return true;
    }
  return false;
}

/* ---- Statuses.  They are as large as C's.  */

#define STATUS_NUMBERS (sizeof (MPI_Status) / sizeof (MPI_Fint))

#define OWN_STATUS(a)							\
  MPI_Fint own_[STATUS_NUMBERS];					\
  MPI_Status status_;							\
  if (is_ignored (a))							\
    (a) = (word) own_;
#define STATUS_OF(a) \
  (PMPI_Status_f2c ((const MPI_Fint *) (a), &status_), &status_)

/* The requests of a wait or test.  */
struct fortran_waiting
{
  MPI_Fint *statuses, *own;
};

static word
begin_to_wait (struct waiting *w, struct fortran_waiting *f,
	       enum completes completes, int n, word requests, word statuses)
{
  MPI_Request here[MOST_HERE], *handles = here;
  f->statuses = f->own = NULL;
  if (n > MOST_HERE)
    handles = malloc (n * sizeof *handles);
  for (int i = 0; handles && i < n; i++)
    handles[i] = REQUEST (requests, i);
  gasp_mpi_begin_to_wait (w, completes, handles ? n : 0, (word) handles,
			  (word) MPI_STATUSES_IGNORE);
  if (handles != here)
    free (handles);
  if (!w->is_known)
    return statuses;
  f->statuses = (MPI_Fint *) statuses;
  if (is_ignored (statuses))
    f->statuses = f->own = calloc (n, sizeof (MPI_Status));
  if (f->statuses)
    return (word) f->statuses;
  w->is_known = false;
  return statuses;
}

static void
take_statuses (struct waiting *w, struct fortran_waiting *f)
{
  int n = w->completes == ANY ? 1 : w->count;
  for (int i = 0; w->is_known && i < n; i++)
    PMPI_Status_f2c (f->statuses + i * STATUS_NUMBERS, &w->statuses[i]);
  free (f->own);
}

#define WAIT_BEGINS(w, completes, n, requests, statuses)		\
  struct fortran_waiting f_;						\
  (statuses) = begin_to_wait (w, &f_, completes, n, requests, statuses);
#define WAIT_ENDS(w) take_statuses (w, &f_);

/* Returns the index of W's first request in INDICES, of as many as FLAG says or
   one, which have completed.  It is 1, but MPICH 4.0 counts from 0 in mpi_f08:
   then a request is null that INDICES call by the number of the one before.  */
static int
first_index (const struct waiting *w, word requests, word flag, word indices)
{
  static int known = 1;
  const MPI_Fint *at = (const MPI_Fint *) indices;
  int told = flag ? *(const MPI_Fint *) flag : 1;
  int n = w->completes == SOME || !told ? told : 1;
  for (int i = 0; w->is_known && at && i < n; i++)
    {
      if (at[i] == 0)
	return known = 0;
      if (at[i] == w->count)
	return 1;
      if (at[i] < 0 || at[i] > w->count)
	continue;
      const MPI_Request *before = &w->handles[at[i] - 1];
      bool is_open = REQUEST (requests, at[i] - 1) == before[0];
      if (is_open != (REQUEST (requests, at[i]) == before[1]))
	return is_open ? 0 : 1;
    }
  return known;
}

/* Returns the beginning of TEXT, without the blanks after it.  */
struct own_text { char text[1024]; };
static struct own_text
text_of (word text, word length)
{
  struct own_text own;
  size_t n = (size_t) length < sizeof own.text ? length : sizeof own.text - 1;
  while (n && ((const char *) text)[n - 1] == ' ')
    n--;
  memcpy (own.text, (const char *) text, n);
  own.text[n] = '\0';
  return own;
}
#define TEXT_OF(a, length) text_of (a, length).text
#include "kinds.h"

/* ---- Wrappers.  For each name: without and with mpi_f08.  Their work is
   compiled once, as there are three times as many as of C's.  */

#define FORTRAN_CALL(real, n) \
  ({ real (FORTRAN_ARGS_##n); ERROR_##n ? *(const MPI_Fint *) ERROR_##n : 0; })

#define FORTRAN_BODY(name, n, kind...)					\
  static __attribute__ ((noinline)) void				\
  call_##name (struct library_call call, bool is_descriptor_,		\
	       void (*real) (FORTRAN_PARAMS_##n), FORTRAN_PARAMS_##n)	\
  {									\
    int result;								\
    bool serves_ = gasp_mpi_may_serve (#kind);				\
    if (serves_)							\
      gasp_mpi_comes (&call);						\
    APPLY (FORTRAN_CALL (real, n), kind)				\
    if (serves_)							\
      gasp_mpi_leaves ();						\
    gasp_mpi_tell (&call);						\
    (void) result, (void) is_descriptor_;				\
  }
#define FORTRAN(name, suffix, descriptors, n)				\
  static void (*real_##suffix##_##name) (FORTRAN_PARAMS_##n);		\
  static void								\
  wrap_##suffix##_##name (FORTRAN_PARAMS_##n)				\
  {									\
    struct library_call call;						\
    if (CALL_BEGINS (call, "MPI_" #name))				\
      call_##name (call, descriptors, real_##suffix##_##name,		\
		   FORTRAN_ARGS_##n);					\
    else								\
      real_##suffix##_##name (FORTRAN_ARGS_##n);			\
  }
#define MPI_CALL(name, n, kind...)					\
  FORTRAN_BODY (name, n, kind)						\
  FORTRAN (name, plain, false, n)					\
  FORTRAN (name, f08, false, n)						\
  FORTRAN (name, f08ts, true, n)
#include "functions.def"

static struct slots_entry entries[] = {
#define ROW(name, suffix) \
  { #name, (void **) &real_##suffix##_##name,				\
    (void *) wrap_##suffix##_##name, NULL },
#define MPI_CALL(name, n, kind...) \
  ROW (name, plain) ROW (name, f08) ROW (name, f08ts)
#include "functions.def"
};
#define ENTRIES (sizeof entries / sizeof *entries)

/* Names the entries, for those three.  Returns false if it cannot.  */
static bool
name_entries (void)
{
  static const char *const ends[] = { "_", "_f08_", "_f08ts_" };
  static bool named;
  for (size_t i = 0; !named && i < ENTRIES; i++)
    {
      char *name;
      if (asprintf (&name, "mpi_%s%s", entries[i].name, ends[i % 3]) < 0)
	return false;
      for (char *c = name; *c; c++)
	*c = (char) tolower ((unsigned char) *c);
      entries[i].name = name;
    }
  return named = true;
}

const struct slots_entry *
gasp_mpi_fortran_entry (const char *name)
{
  for (size_t i = 0; name_entries () && i < ENTRIES; i++)
    if (!strcmp (entries[i].name, name))
      return &entries[i];
  return NULL;
}
