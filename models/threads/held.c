/* held.c - which locks the threads hold, and how often they took which: see
   held.h.

   SPDX-License-Identifier: Apache-2.0

   The memory is part of this library, as programs may forbid themselves to get
   more; threads beyond that have some of their own.  It remains when a thread
   ends, for the next one.  */

#include "held.h"
#include <pthread.h>
#include <sys/mman.h>

/* In the contexts of C, so that no thread needs memory for another one.  wrap.c
   registers it.  */
struct gasp_gcc_provider library_provider = {
  .version = GASP_GCC_PROVIDER_VERSION, .language = GASP_LANG_UPC
};

#define OWN 16
#define MOST 4096
static struct mine own[OWN];
static struct mine *all[MOST];
static unsigned int count;	/* of ALL; may be more than MOST */
static bool is_wiped;		/* in a child */
static pthread_key_t key;

__thread struct mine *held_mine __attribute__ ((tls_model ("initial-exec")));

/* ---- Threads begin and end.  */

static void
end (void *mine)
{
  struct mine *me = mine;
  held_mine = NULL;
  __atomic_store_n (&me->held_count, 0, __ATOMIC_RELEASE);
  me->sample_count = 0;
  __builtin_memset (me->learning, 0, sizeof me->learning);
  __builtin_memset (me->uses, 0, sizeof me->uses);
  __atomic_store_n (&me->is_taken, false, __ATOMIC_RELEASE);
}

void
held_prepare (void)
{
  if (is_wiped)
    return;
  is_wiped = !madvise (own, sizeof own, MADV_WIPEONFORK)
	     && !pthread_key_create (&key, end);
}

static struct mine *
more (void)
{
  struct mine *new = mmap (NULL, sizeof *new, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (new == MAP_FAILED || madvise (new, sizeof *new, MADV_WIPEONFORK))
    return NULL;
  return new;
}

static struct mine *
at (unsigned int number)
{
  return __atomic_load_n (&all[number], __ATOMIC_ACQUIRE);
}

static unsigned int
count_all (void)
{
  unsigned int known = __atomic_load_n (&count, __ATOMIC_ACQUIRE);
  return known < MOST ? known : MOST;
}

static struct mine *
take (void)
{
  unsigned int known = count_all ();
  for (unsigned int i = 0; i < known; i++)
    {
      struct mine *mine = at (i);
      if (mine
	  && !__atomic_exchange_n (&mine->is_taken, true, __ATOMIC_ACQUIRE))
	return mine;
    }
  unsigned int number = MOST;
  if (known < MOST)
    number = __atomic_fetch_add (&count, 1, __ATOMIC_ACQ_REL);
  struct mine *new = number < OWN ? &own[number]
		     : number < MOST ? more () : NULL;
  if (!new)
    return NULL;
  new->is_taken = true;
  __atomic_store_n (&all[number], new, __ATOMIC_RELEASE);
  return new;
}

struct mine *
held_begin (void)
{
  struct mine *me = held_mine;
  if (!is_wiped)
    return NULL;
  if (!me)
    me = take ();
  if (!me)
    return NULL;
  me->is_taken = true;
  me->switches = 0;
  held_mine = me;
  pthread_setspecific (key, me);
  return me;
}

/* ---- Uses.  */

/* Looks up, in ME, the use of LOCK at ADDRESS by CALL, a function of that NAME,
   which is new or was forgotten.  */
static struct use *
look_up (struct mine *me, const struct library_call *call, const char *name,
	 const void *address, const void *lock)
{
  const void *counted = me->misses < MOST_MISSES ? lock : NULL;
  struct use *use = held_known (me, counted, address);
  if (use)
    return use;
  struct gasp_gcc_lock_use told = { 0 };
  me->misses++;
  CALL_RAISE (call, GASP_THREADS_TAKEN, GASP_ATOMIC, name, address, counted,
	      &told);
  if (told.count)
    me->thread = told.thread;
  else
    told.count = &me->uncounted;
  use = held_slot (me, counted, address);
  *use = (struct use) { counted, address, told };
  return use;
}

/* Returns where ME has what it has learned of LOCK, or has room for that.  */
static struct learning *
learning_of (struct mine *me, const void *lock)
{
  for (unsigned int i = 0; i < LEARNING; i++)
    if (me->learning[i].lock == lock)
      return &me->learning[i];
  return NULL;
}

/* Begins to learn who uses LOCK, which ME has got by CALL, and what ADDRESS is
   in seems to.  Returns whether there was room.  */
static __attribute__ ((noinline)) bool
begin_learning (struct mine *me, const struct library_call *call,
		const void *lock, const void *address)
{
  struct learning none, *learning = learning_of (me, NULL);
  users_begin (learning ? learning : &none, call, lock, address);
  return learning;
}

void
held_got (struct mine *me, const struct library_call *call, const void *lock,
	  enum held_how how)
{
  const void *user = call->address;
  bool is_known = users_find (&user, call);
  struct use *use = look_up (me, call, call->name, user, lock);
  (*use->told.count)++;
  if (!is_known && begin_learning (me, call, lock, user) && how == FREE)
    how = NEW;
  held_push (me, lock, use->told.place, how);
}

unsigned int
held_learn (struct mine *me, const struct library_call *call, const void *lock)
{
  struct learning *learning = learning_of (me, lock);
  if (!learning)
    return 0;
  const char *name = learning->name;
  const void *guessed = learning->address, *user = users_end (learning, call);
  if (user == guessed)
    return 0;
  struct use *use = look_up (me, call, name, guessed, lock);
  /* It may have been counted elsewhere, before there were too many.  */
  if (!*use->told.count)
    return 0;
  (*use->told.count)--;
  use = look_up (me, call, name, user, lock);
  (*use->told.count)++;
  return use->told.place;
}

bool
held_find_holder (const void *lock, struct gasp_gcc_lock_use *holder)
{
  unsigned int known = count_all ();
  for (unsigned int n = 0; n < known; n++)
    {
      const struct mine *mine = at (n);
      unsigned int held
	= mine ? __atomic_load_n (&mine->held_count, __ATOMIC_ACQUIRE) : 0;
      for (unsigned int i = 0; i < held && i < HELD; i++)
	if (mine->held[i].lock == lock)
	  {
	    *holder = (struct gasp_gcc_lock_use) {
	      NULL, mine->held[i].place, mine->thread
	    };
	    return holder->place != 0;
	  }
    }
  return false;
}
