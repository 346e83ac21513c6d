/* wrap.c - what the program calls in place of the functions for coarrays.

   SPDX-License-Identifier: Apache-2.0

   A variant of each row of functions.def, which raises an event around the real
   function.  The plugin has calls lead here (plugin/call-places.c), as GCC's
   own implementations are static libraries; for the same reason this is a part
   of each program and library that has such calls.  */

#include "gasp_caf.h"
#include "library-call.h"
#include "words.h"
#include <stdint.h>

/* ---- Arrays, as gfortran describes them from GCC 8 on  */

struct descriptor
{
  void *base;
  size_t offset;
  size_t element;		/* bytes */
  int version;
  signed char rank, type;
  signed short attribute;
  ptrdiff_t span;
  struct { ptrdiff_t stride, first, last; } dimensions[];
};

static size_t
elements_of (word array)
{
  const struct descriptor *d = (const struct descriptor *) array;
  size_t elements = 1;
  for (int i = 0; i < d->rank; i++)
    elements
      *= (d->dimensions[i].last < d->dimensions[i].first
	    ? 0
	    : (size_t) (d->dimensions[i].last - d->dimensions[i].first) + 1);
  return elements;
}

#define ELEMENTS(array) elements_of (array)
#define ELEMENT(array) ((const struct descriptor *) (array))->element
#define BYTES(array) (ELEMENTS (array) * ELEMENT (array))

/* ---- Images.  Within CHANGE TEAM, an index is one of the team's.  */

static int teams;		/* that the image is in */

/* Returns the image's number, from 0; index 0 is the own one.  */
static int
rank_of (word image)
{
  int index = (int) image;
  return teams || index < 0 ? -1 : index ? index - 1 : library_provider.number;
}

/* An index in a team that the program has named, if it has.  */
#define IN_TEAM(image, team, number) ((team) || (number) ? (word) -1 : (image))

/* ---- Objects for which other images may wait: locks and events.  What names
   one is another word in each image, but all allocate them in the same
   order.  */

#define MOST_TOKENS 256			/* a power of 2 */
static struct token { word token; int number; } tokens[MOST_TOKENS];

/* Returns where TOKEN is, or is to be; null if there is no room.  */
static struct token *
find_token (word token)
{
  for (size_t i = 0; i < MOST_TOKENS; i++)
    {
      struct token *t = &tokens[(token / 16 + i) % MOST_TOKENS];
      if (t->token == token || !t->token)
	return t;
    }
  return NULL;
}

/* Returns a number for element INDEX of that of TOKEN in the image RANK, the
   same in each; 0 if that is not known.  */
static int64_t
object_of (word token, word index, int rank)
{
  const struct token *t = find_token (token);
  return !t || !t->number || rank < 0 ? 0
	 : (int64_t) t->number << 48 | (int64_t) (index & 0xffffff) << 24
	   | (rank + 1);
}

/* Notes that a coarray of TYPE has been allocated, whose token is now *TOKEN;
   of interest are locks and events.  */
static void
note_token (word type, const word *token)
{
  /* Values of enum caf_register_t.  */
  enum { FIRST_OF_LOCKS = 2, LAST_OF_EVENTS = 6 };
  static int count;
  if ((int) type < FIRST_OF_LOCKS || (int) type > LAST_OF_EVENTS
      || !token)
    return;
  struct token *t = find_token (*token);
  count++;
  if (t)
    *t = (struct token) { *token, count };
}

/* ---- Events  */

static void
raise_change (const struct library_call *call, unsigned int tag, int64_t object)
{
  CALL_RAISE (call, tag, GASP_ATOMIC, object);
}

/* Raises a signal to each of the COUNT images that are listed, or to all if
   COUNT is -1; or, if HAS_COME, that their signals have come.  */
static void
raise_signals (const struct library_call *call, int count, const int *images,
	       bool has_come)
{
  enum { SYNC_IMAGES = 1 };		/* for what they wait */
  for (int i = 0; i < (count < 0 ? library_provider.count : count); i++)
    {
      int rank = teams ? -1 : count < 0 ? i : images[i] - 1;
      if (rank < 0 || rank == library_provider.number)
	continue;
      if (has_come)
	CALL_RAISE (call, GASP_GCC_CAF_SIGNALLED, GASP_ATOMIC, rank,
		    SYNC_IMAGES, 0);
      else
	CALL_RAISE (call, GASP_GCC_CAF_SIGNAL, GASP_ATOMIC, rank,
		    SYNC_IMAGES);
    }
}

static void
raise_together (const struct library_call *call, unsigned int tag,
		gasp_evttype_t type, int root, size_t received, size_t sent)
{
  int64_t members = teams ? 0 : INT64_C (1) << 32 | library_provider.count;
  CALL_RAISE (call, tag, type, call->name, root, received, sent, members);
}

static void
raise_copy (const struct library_call *call, gasp_evttype_t type, int target,
	    int source, size_t bytes)
{
  CALL_RAISE (call, GASP_GCC_CAF_COPY, type, call->name, target, source, bytes);
}

/* ---- Kinds of functions: what they do beside the CALL of the real one  */

#define NAMED(CALL, tag)						\
  library_raise (&call, tag, GASP_START);				\
  CALL;									\
  library_raise (&call, tag, GASP_END);
#define OTHER(CALL) NAMED (CALL, GASP_GCC_CAF)
#define SETUP(CALL) NAMED (CALL, GASP_GCC_CAF_SETUP)
#define SYNC_ALL(CALL) \
  NAMED (CALL, teams ? GASP_GCC_CAF_WAIT : GASP_GCC_CAF_BARRIER)
#define WAITS(CALL) NAMED (CALL, GASP_GCC_CAF_WAIT)
#define CHANGE_TEAM(CALL) WAITS (CALL) teams++;
#define END_TEAM(CALL) WAITS (CALL) teams -= teams > 0;

#define ALLOC(CALL, bytes)						\
  CALL_RAISE (&call, GASP_GCC_CAF_ALLOC, GASP_START, call.name,		\
	      (size_t) (bytes));					\
  CALL;									\
  CALL_RAISE (&call, GASP_GCC_CAF_ALLOC, GASP_END, call.name, (size_t) (bytes));

#define REGISTER(CALL, bytes, type, token)				\
  ALLOC (CALL, bytes)							\
  note_token (type, (const word *) (token));

#define MOVES(CALL, tag, image, before, after)				\
  int rank_ = rank_of (image);						\
  library_raise_transfer (&call, tag, GASP_START, rank_, before);	\
  CALL;									\
  library_raise_transfer (&call, tag, GASP_END, rank_, after);
#define MOVES_KNOWN(CALL, tag, image, bytes)				\
  size_t bytes_ = bytes;						\
  MOVES (CALL, tag, image, bytes_, bytes_)
#define PUT(CALL, image, bytes) \
  MOVES_KNOWN (CALL, GASP_GCC_CAF_PUT, image, bytes)
#define GET(CALL, image, bytes) \
  MOVES_KNOWN (CALL, GASP_GCC_CAF_GET, image, bytes)
/* The result may be allocated by the call.  */
#define GET_LATER(CALL, image, bytes) \
  MOVES (CALL, GASP_GCC_CAF_GET, image, 0, bytes)
#define COPY(CALL, target, source, bytes)				\
  int to_ = rank_of (target), from_ = rank_of (source);			\
  size_t bytes_ = bytes;						\
  raise_copy (&call, GASP_START, to_, from_, bytes_);			\
  CALL;									\
  raise_copy (&call, GASP_END, to_, from_, bytes_);

/* Of an integer or logical KIND.  */
#define ATOMIC(CALL, image, kind) \
  MOVES_KNOWN (CALL, GASP_GCC_CAF_ATOMIC, image, (int) (kind))
#define ATOMIC_FETCH(CALL, image, kind) \
  MOVES_KNOWN (CALL, GASP_GCC_CAF_ATOMIC_FETCH, image, (int) (kind))
#define ATOMIC_OP(CALL, image, kind, old)				\
  unsigned int tag_ = (old) ? GASP_GCC_CAF_ATOMIC_FETCH : GASP_GCC_CAF_ATOMIC; \
  MOVES_KNOWN (CALL, tag_, image, (int) (kind))

#define COLLECTIVE(CALL, tag, root, received, sent)			\
  size_t received_ = received, sent_ = sent;				\
  raise_together (&call, tag, GASP_START, root, received_, sent_);	\
  CALL;									\
  raise_together (&call, tag, GASP_END, root, received_, sent_);
#define BROADCAST(CALL, image, bytes)					\
  int root_ = rank_of (image);						\
  bool gives_ = root_ == library_provider.number;			\
  COLLECTIVE (CALL, GASP_GCC_CAF_ONE_TO_ALL, root_, gives_ ? 0 : bytes,	\
	      gives_ ? bytes : 0)
/* Image 0 is all of them.  */
#define REDUCE(CALL, image, bytes)					\
  int root_ = (int) (image) ? rank_of (image) : -1;			\
  bool has_ = !(int) (image) || root_ == library_provider.number;	\
  unsigned int tag_ = (int) (image) ? GASP_GCC_CAF_ALL_TO_ONE		\
		      : GASP_GCC_CAF_COLLECTIVE;			\
  COLLECTIVE (CALL, tag_, root_, has_ ? bytes : 0, bytes)

#define SYNC_IMAGES(CALL, count, images)				\
  library_raise (&call, GASP_GCC_CAF_WAIT, GASP_START);			\
  raise_signals (&call, (int) (count), (const int *) (images), false);	\
  CALL;									\
  raise_signals (&call, (int) (count), (const int *) (images), true);	\
  library_raise (&call, GASP_GCC_CAF_WAIT, GASP_END);
#define WAITS_FOR(CALL, token, index)					\
  library_raise (&call, GASP_GCC_CAF_WAIT, GASP_START);			\
  CALL;									\
  raise_change (&call, GASP_GCC_CAF_CHANGED,				\
		object_of (token, index, library_provider.number));	\
  library_raise (&call, GASP_GCC_CAF_WAIT, GASP_END);
#define POST(CALL, token, index, image)					\
  int rank_ = rank_of (image);						\
  CALL_RAISE (&call, GASP_GCC_CAF_POST, GASP_START, call.name, rank_);	\
  raise_change (&call, GASP_GCC_CAF_CHANGE,				\
		object_of (token, index, rank_));			\
  CALL;									\
  CALL_RAISE (&call, GASP_GCC_CAF_POST, GASP_END, call.name, rank_);
/* Numbers of locks are negative.  ACQUIRED is a pointer to whether it is, or
   null.  */
#define LOCKS(CALL, token, index, image, acquired)			\
  int rank_ = rank_of (image);						\
  CALL_RAISE (&call, GASP_GCC_CAF_LOCK, GASP_START, call.name, rank_,	\
	      (void *) (token));					\
  CALL;									\
  if (!(acquired) || *(const int *) (acquired))				\
    raise_change (&call, GASP_GCC_CAF_CHANGED,				\
		  -object_of (token, index, rank_));			\
  CALL_RAISE (&call, GASP_GCC_CAF_LOCK, GASP_END, call.name, rank_,	\
	      (void *) (token));
#define UNLOCKS(CALL, token, index, image)				\
  int rank_ = rank_of (image);						\
  CALL_RAISE (&call, GASP_GCC_CAF_UNLOCK, GASP_START, call.name, rank_,	\
	      (void *) (token));					\
  raise_change (&call, GASP_GCC_CAF_CHANGE,				\
		-object_of (token, index, rank_));			\
  CALL;									\
  CALL_RAISE (&call, GASP_GCC_CAF_UNLOCK, GASP_END, call.name, rank_,	\
	      (void *) (token));

/* ---- Variants.  What returns nothing may return anything.  An implementation
   need not have all of the functions; then no program calls them.  */

#define CAF_CALL(name, n, what, kind...)				\
  extern word _gfortran_caf_##name (PARAMS_##n) __attribute__ ((weak));	\
  extern word __gasp_gfortran_caf_##name (PARAMS_##n)			\
    __attribute__ ((visibility ("default")));				\
  word									\
  __gasp_gfortran_caf_##name (PARAMS_##n)				\
  {									\
    struct library_call call;						\
    word result;							\
    if (!CALL_BEGINS (call, what))					\
      return _gfortran_caf_##name (ARGS_##n);				\
    APPLY (result = _gfortran_caf_##name (ARGS_##n), kind)		\
    return result;							\
  }
#include "functions.def"

struct gasp_gcc_provider library_provider = {
  .version = GASP_GCC_PROVIDER_VERSION, .language = GASP_LANG_CAF,
  .start = library_find_rank
};

static void
load (void)
{
  if (gasp_gcc_register_provider)
    gasp_gcc_register_provider (&library_provider);
}

/* Before libgasp is called, which is the array's element 00001: so that the
   recorder knows the images, and what to call them if they are MPI's ranks,
   too.  */
__attribute__ ((section (".init_array.00000"), used))
static void (*const first_constructor) (void) = load;
