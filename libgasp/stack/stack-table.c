/* stack-table.c - stacks that no thread runs on, with the calls open there.

   SPDX-License-Identifier: Apache-2.0

   A coroutine's stack is here from when a thread leaves it until the same
   thread, or another one, is seen on it again.  Only stacks with open calls are
   kept.  They never overlap: a stack that is put in has reused the memory of
   the stacks that it overlaps, which are removed.  If there are too many, those
   that were unused for longest are dropped.  They are ordered by address in a
   treap, a binary tree that random weights keep balanced.  Memory comes in
   pages of our own, never from the program's heap, and is reused.  */

#define _GNU_SOURCE
#include <sched.h>
#include <sys/mman.h>
#include "stack/stacks.h"

/* More than any program has; about 50 MB of memory at a usual depth.  */
#define MOST_STACKS 200000

static struct gasp_stack *root;
static struct gasp_stack *oldest, *newest;
static size_t count;

/* Held for some hundred instructions, with HOLD set: a signal handler of the
   holder's thread raises no events.  If a handler leaves by longjmp in the
   middle of them, the lock is never released, and from then on no stacks are
   kept.  */
static gasp_flag locked;

#define PATIENCE 100000

static bool
lock (void)
{
  for (int i = 0; __atomic_exchange_n (&locked, true, __ATOMIC_ACQUIRE); i++)
    if (i == PATIENCE)
      return false;
    else
      sched_yield ();
  return true;
}

static void
unlock (void)
{
  __atomic_store_n (&locked, false, __ATOMIC_RELEASE);
}

/* ---- Memory: blocks of a power of two  */

#define SMALLEST 7
#define LARGEST 16
#define CHUNK (1 << 18)

static struct block { struct block *next; } *free_blocks[LARGEST + 1];
static char *chunk, *chunk_end;

static size_t
size_of (size_t frames)
{
  return sizeof (struct gasp_stack) + frames * sizeof (struct gasp_gcc_frame);
}

static void *
map (size_t size)
{
  void *area = mmap (NULL, size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return area == MAP_FAILED ? NULL : area;
}

/* Returns the class of blocks that hold SIZE bytes; above LARGEST if none
   does.  */
static unsigned int
class_of (size_t size)
{
  unsigned int class = SMALLEST;
  while (class <= LARGEST && (size_t) 1 << class < size)
    class++;
  return class;
}

static void *
carve (size_t size)
{
  if ((size_t) (chunk_end - chunk) < size)
    {
      char *area = map (CHUNK);
      if (!area)
	return NULL;
      chunk = area;
      chunk_end = area + CHUNK;
    }
  chunk += size;
  return chunk - size;
}

static void *
get_block (size_t size)
{
  unsigned int class = class_of (size);
  if (class > LARGEST)
    return map (size);
  struct block *block = free_blocks[class];
  if (!block)
    return carve ((size_t) 1 << class);
  free_blocks[class] = block->next;
  return block;
}

static void
give_back (struct gasp_stack *stack)
{
  size_t size = size_of (stack->count);
  unsigned int class = class_of (size);
  struct block *block = (struct block *) stack;
  if (class > LARGEST)
    munmap (stack, size);
  else
    {
      block->next = free_blocks[class];
      free_blocks[class] = block;
    }
}

/* ---- The order by address  */

static unsigned int
random_weight (void)
{
  static unsigned int state = 2463534242u;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

/* Divides TREE into the part below ADDRESS, and the rest.  */
static void
split (struct gasp_stack *tree, unsigned long address,
       struct gasp_stack **below, struct gasp_stack **rest)
{
  while (tree)
    if (tree->low < address)
      {
	*below = tree;
	below = &tree->right;
	tree = tree->right;
      }
    else
      {
	*rest = tree;
	rest = &tree->left;
	tree = tree->left;
      }
  *below = *rest = NULL;
}

/* Returns the tree of LEFT and RIGHT, where everything in LEFT is below
   everything in RIGHT.  */
static struct gasp_stack *
join (struct gasp_stack *left, struct gasp_stack *right)
{
  struct gasp_stack *tree, **link = &tree;
  while (left && right)
    if (left->weight > right->weight)
      {
	*link = left;
	link = &left->right;
	left = left->right;
      }
    else
      {
	*link = right;
	link = &right->left;
	right = right->left;
      }
  *link = left ? left : right;
  return tree;
}

static struct gasp_stack **
link_to (const struct gasp_stack *stack)
{
  struct gasp_stack **link = &root;
  while (*link != stack)
    link = stack->low < (*link)->low ? &(*link)->left : &(*link)->right;
  return link;
}

/* Returns the lowest stack that reaches as high as ADDRESS, or null.  */
static struct gasp_stack *
at_or_above (unsigned long address)
{
  struct gasp_stack *found = NULL, *tree = root;
  while (tree)
    if (tree->high >= address)
      {
	found = tree;
	tree = tree->left;
      }
    else
      tree = tree->right;
  return found;
}

static void
take_out (struct gasp_stack *stack)
{
  *link_to (stack) = join (stack->left, stack->right);
  *(stack->older ? &stack->older->newer : &oldest) = stack->newer;
  *(stack->newer ? &stack->newer->older : &newest) = stack->older;
  count--;
}

static void
put_in (struct gasp_stack *stack)
{
  struct gasp_stack *below, *rest;
  split (root, stack->low, &below, &rest);
  stack->left = stack->right = NULL;
  stack->weight = random_weight ();
  root = join (join (below, stack), rest);
  stack->older = newest;
  stack->newer = NULL;
  *(newest ? &newest->newer : &oldest) = stack;
  newest = stack;
  count++;
}

static void
drop (struct gasp_stack *stack)
{
  take_out (stack);
  give_back (stack);
}

static void
drop_between (unsigned long low, unsigned long high)
{
  struct gasp_stack *stack;
  while ((stack = at_or_above (low)) != NULL && stack->low <= high)
    drop (stack);
}

/* ---- For others  */

bool
gasp_stack_keep (unsigned long low, unsigned long high,
		 const struct gasp_gcc_frame *frames, size_t frame_count)
{
  if (!lock ())
    return false;
  drop_between (low, high);
  if (count >= MOST_STACKS)
    drop (oldest);
  struct gasp_stack *stack = get_block (size_of (frame_count));
  if (stack)
    {
      stack->low = low;
      stack->high = high;
      stack->count = frame_count;
      for (size_t i = 0; i < frame_count; i++)
	stack->frames[i] = frames[i];
      put_in (stack);
    }
  unlock ();
  return stack != NULL;
}

void
gasp_stack_forget (unsigned long low, unsigned long high)
{
  if (!root || !lock ())
    return;
  drop_between (low, high);
  unlock ();
}

struct gasp_stack *
gasp_stack_take (unsigned long position)
{
  if (!root || !lock ())
    return NULL;
  struct gasp_stack *stack = at_or_above (position);
  if (stack && stack->low > position)
    stack = NULL;
  if (stack)
    take_out (stack);
  unlock ();
  return stack;
}

bool
gasp_stack_above (unsigned long position, unsigned long *low,
		  unsigned long *top)
{
  if (!root || !lock ())
    return false;
  const struct gasp_stack *stack = at_or_above (position);
  if (stack)
    {
      *low = stack->low;
      *top = stack->frames[stack->count - 1].position;
    }
  unlock ();
  return stack != NULL;
}

void
gasp_stack_free (struct gasp_stack *stack)
{
  if (!lock ())
    return;
  give_back (stack);
  unlock ();
}

void
gasp_stacks_fork (enum gasp_fork when)
{
  static bool mine;
  if (when == GASP_FORK_BEFORE)
    mine = lock ();
  else if (mine && when != GASP_FORK_COPY)
    unlock ();
  else if (when != GASP_FORK_PARENT)
    {
      /* It was being changed by a thread that is not here.  */
      root = oldest = newest = NULL;
      count = 0;
      unlock ();
    }
}
