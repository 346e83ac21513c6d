/* coarsen.c - when the record is full: merge the deepest call paths.

   SPDX-License-Identifier: Apache-2.0

   A tree's nodes are kept down to some depth, and so are those of open calls.
   All that is below becomes children of the last one kept, one for each
   function, whatever way it was reached by:

     main			main
      `- solve			 `- solve	kept
	  `- step		     |- step
	      |- add		     |- add
	      `- copy		     `- copy
		  `- add

   No call and no time is lost: a node with the time of its calls in it (record.h)
   first gives that away.  Nodes that are left over are used again.  A thread does
   this to its own tree, and to those of threads that have ended.

   Before this, tree.c; after it, file.c.  */

#include "coarsen.h"
#include "context.h"
#include "file.h"
#include "lock.h"
#include "map.h"
#include "pages.h"
#include "place.h"
#include "state.h"
#include "tree.h"
#include <string.h>

/* The key of nodes that are merged; CHILD is what with.  */
#define MERGED_KEY 3

/* Too little to go on for: a part of the nodes.  */
#define LEAST_PART 4

static GASP_TOOL_LOCK (coarsening);

/* ---- Nodes to be used again, linked by SIBLING.  A thread takes some at a
   time.  */

#define NODES_A_BATCH 64

static gasp_record_ref unused;
static GASP_TOOL_LOCK (unused_lock);

static void
push (gasp_record_ref *list, struct gasp_record_node *node)
{
  node->sibling = *list;
  *list = ref_of (node);
}

static struct gasp_record_node *
pop (gasp_record_ref *list)
{
  struct gasp_record_node *node = NODE (*list);
  *list = node->sibling;
  return node;
}

static void
take_batch (gasp_context_t context)
{
  struct gasp_tool_holder holder;
  if (!__atomic_load_n (&unused, __ATOMIC_RELAXED))
    return;
  lock_quietly (&unused_lock, &holder);
  for (int i = 0; unused && i < NODES_A_BATCH; i++)
    push (&context->unused_nodes, pop (&unused));
  unlock_quietly (&unused_lock, &holder);
}

struct gasp_record_node *
gasp_tool_unused_node (gasp_context_t context)
{
  if (!context->unused_nodes)
    take_batch (context);
  if (!context->unused_nodes)
    return NULL;
  struct gasp_record_node *node = pop (&context->unused_nodes);
  gasp_record_ref values = node->values;
  memset (node, 0, sizeof *node);
  node->values = values;
  if (values)
    memset (AT (int64_t, values), 0, HEADER->counters * sizeof (int64_t));
  return node;
}

static void
put_aside_merged (void *element, const void *data)
{
  struct gasp_record_node *node = element;
  (void) data;
  if (node->key != MERGED_KEY)
    return;
  node->key = 0;
  node->child = 0;
  push (&unused, node);
}

/* Put all aside that have been merged, in the order in which they are in the
   record: those that are taken one after the other are near each other then,
   and so the tree can be walked through at the speed of memory.  Who coarsens has
   kept signals away.  */
static void
put_merged_aside (void)
{
  lock (&unused_lock);
  gasp_tool_each (GASP_RECORD_NODES, put_aside_merged, NULL);
  unlock (&unused_lock);
}

void
gasp_tool_coarsen_thread_end (gasp_context_t context)
{
  struct gasp_tool_holder holder;
  if (!context->unused_nodes)
    return;
  lock_quietly (&unused_lock, &holder);
  while (context->unused_nodes)
    push (&unused, pop (&context->unused_nodes));
  unlock_quietly (&unused_lock, &holder);
}

void
gasp_tool_coarsen_fork (void)
{
  unused = 0;
}

/* ---- A tree, as a list: callers first, by depth.  */

struct entry {
  gasp_record_ref node;
  uint32_t depth;
  uint32_t measured;		/* the entry of the innermost caller that is
				   measured */
  uint32_t kept;		/* and of the innermost that is kept; itself.
				   In make_list, its first child, a reference */
};

struct list {
  gasp_context_t context;
  struct entry *entries;
  uint32_t count, room;
};

/* While nodes are in a list, their RECENT is the number there; minus 1 and the
   number if their call is open.  */

static bool
is_open (const struct gasp_record_node *node)
{
  return node->recent < 0;
}

static uint32_t
number_of (const struct gasp_record_node *node)
{
  return is_open (node) ? -1 - node->recent : node->recent;
}

/* Nodes are all over the record, and most of the time goes into waiting for them:
   so each is asked for some entries before its turn.  */
#define AHEAD 12

static struct gasp_record_node *
node_of (const struct list *list, uint32_t i)
{
  if (i + AHEAD < list->count)
    __builtin_prefetch (NODE (list->entries[i + AHEAD].node));
  return NODE (list->entries[i].node);
}

/* The node after NODE in preorder, in the tree whose root has no parent.  */
static struct gasp_record_node *
next_node (struct gasp_record_node *node)
{
  if (node->child)
    return NODE (node->child);
  while (!node->sibling && node->parent)
    node = NODE (node->parent);
  return node->parent ? NODE (node->sibling) : NULL;
}

static bool
append (struct list *list, struct gasp_record_node *node, uint32_t depth)
{
  if (list->count == list->room)
    {
      void *more = gasp_tool_pages_double (list->entries,
					   sizeof *list->entries, &list->room);
      if (!more)
	return false;
      list->entries = more;
    }
  list->entries[list->count] = (struct entry) {
    .node = ref_of (node), .depth = depth, .kept = node->child
  };
  node->recent = list->count++;
  return true;
}

/* The calls that are open, from NODE outwards, are marked.  */
static void
mark_open (struct gasp_record_node *node)
{
  for (; !is_open (node); node = NODE (node->parent))
    {
      node->recent = -1 - node->recent;
      if (!node->parent)
	break;
    }
}

static bool
append_children (struct list *list, uint32_t i)
{
  struct entry entry = list->entries[i];
  if (i + AHEAD < list->count)
    __builtin_prefetch (NODE (list->entries[i + AHEAD].kept));
  for (gasp_record_ref ref = entry.kept; ref; ref = NODE (ref)->sibling)
    if (!append (list, NODE (ref), entry.depth + 1))
      return false;
  return true;
}

#define FIRST_ROOM 4096

static bool
make_list (struct list *list, gasp_context_t context, gasp_record_ref root)
{
  *list = (struct list) { .context = context, .room = FIRST_ROOM };
  list->entries = gasp_tool_pages (FIRST_ROOM * sizeof *list->entries);
  if (!list->entries || !append (list, NODE (root), 0))
    return false;
  for (uint32_t i = 0; i < list->count; i++)
    if (!append_children (list, i))
      return false;
  return true;
}

static void
free_list (struct list *list)
{
  for (uint32_t i = 0; i < list->count; i++)
    set_recent (node_of (list, i), gasp_tool_base);
  if (list->entries)
    gasp_tool_pages_free (list->entries, list->room * sizeof *list->entries);
}

/* ---- How deep.  */

#define DEPTHS 1024

static uint32_t
bounded (uint32_t depth)
{
  return depth < DEPTHS ? depth : DEPTHS - 1;
}

/* The depth from which on there are at least half of LIST's nodes, less those
   that have to stay.  0: there is none.  AT is DEPTHS zeros.  */
static uint32_t
find_depth (const struct list *list, uint32_t *at)
{
  uint32_t all = 0, below = 0;
  for (uint32_t i = 0; i < list->count; i++)
    if (!is_open (node_of (list, i)))
      {
	at[bounded (list->entries[i].depth)]++;
	all++;
      }
  for (uint32_t depth = DEPTHS; depth-- > 2;)
    if ((below += at[depth]) >= all / 2)
      return depth - 1;
  return all ? 1 : 0;
}

/* The same.  There may be too little stack for that much.  */
static uint32_t
choose_depth (const struct list *list)
{
  size_t size = DEPTHS * sizeof (uint32_t);
  uint32_t *at = gasp_tool_pages (size), depth = 0;
  if (at)
    {
      depth = find_depth (list, at);
      gasp_tool_pages_free (at, size);
    }
  return depth;
}

/* ---- Times without those of calls.  */

static void
add_values (struct gasp_record_node *to, const struct gasp_record_node *from,
	    int sign)
{
  if (!to->values || !from->values)
    return;
  int64_t *sum = AT (int64_t, to->values);
  const int64_t *values = AT (int64_t, from->values);
  for (uint32_t i = 0; i < HEADER->counters; i++)
    sum[i] += sign * values[i];
}

/* Fill in what entry I has of its callers, and take its time out of the one
   that it is in; that, if it is kept, remains as it is.  */
static void
separate (struct list *list, uint32_t i, uint32_t deepest)
{
  struct entry *entry = &list->entries[i];
  struct gasp_record_node *node = node_of (list, i);
  bool kept = is_open (node) || entry->depth < deepest;
  uint32_t caller = node->parent ? number_of (NODE (node->parent)) : i;
  uint32_t measured = list->entries[caller].measured;
  entry->kept = kept ? i : list->entries[caller].kept;
  entry->measured = node->period ? measured : i;
  if (kept || node->period || list->entries[measured].kept == measured)
    return;
  struct gasp_record_node *around = NODE (list->entries[measured].node);
  /* Less than nothing would be taken for an open call.  */
  around->ticks -= node->ticks < around->ticks ? node->ticks : around->ticks;
  add_values (around, node, -1);
}

/* ---- Merging.  */

static void
merge (struct gasp_record_node *to, struct gasp_record_node *node)
{
  to->calls += node->calls;
  to->bytes += node->bytes;
  to->ticks += node->ticks;
  to->own_time += node->own_time;
  to->cost += node->cost;
  to->looks += node->looks;
  to->asked += node->asked;
  to->running += node->running;
  to->stopped += node->stopped;
  add_values (to, node, 1);
  if (node->period && !is_open (to))
    {
      to->skip = to->period = node->period;
      to->ticks = 0;
    }
  node->parent = 0;
  node->key = MERGED_KEY;
  node->child = ref_of (to);
}

/* Let entry I, which is not kept, be a child of the one that is.  Whether it is
   left over.  */
static bool
move_up (struct list *list, uint32_t i)
{
  struct entry *entry = &list->entries[i];
  struct gasp_record_node *node = node_of (list, i);
  struct gasp_record_node *kept = NODE (list->entries[entry->kept].node);
  int32_t recent = kept->recent;
  node->child = 0;
  if (node->parent == ref_of (kept))
    return false;
  struct gasp_record_node *same = find_child (list->context, kept, node->key);
  /* Functions that are gone have a key in common.  */
  bool found = same && same->place == node->place;
  if (found)
    merge (same, node);
  else
    {
      node->parent = ref_of (kept);
      gasp_tool_link_child (list->context, kept, node);
    }
  kept->recent = recent;
  return found;
}

/* ---- What refers to nodes.  */

static void
redirect (gasp_record_ref *ref)
{
  gasp_record_ref old = __atomic_load_n (ref, __ATOMIC_RELAXED);
  if (old && NODE (old)->key == MERGED_KEY)
    __atomic_compare_exchange_n (ref, &old, NODE (old)->child, 0,
				 __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static void
redirect_block (void *element, const void *data)
{
  (void) data;
  redirect (&((struct gasp_record_block *) element)->node);
}

static void
redirect_sample (void *element, const void *data)
{
  (void) data;
  redirect (&((struct gasp_record_sample *) element)->node);
}

static void
redirect_note (void *element, const void *data)
{
  (void) data;
  redirect (&((struct gasp_record_note *) element)->node);
}

static void
redirect_all (gasp_context_t context)
{
  gasp_tool_each (GASP_RECORD_BLOCKS, redirect_block, NULL);
  gasp_tool_each (GASP_RECORD_SAMPLES, redirect_sample, NULL);
  gasp_tool_each (GASP_RECORD_NOTES, redirect_note, NULL);
  for (unsigned int i = 0; i < context->event_count; i++)
    redirect (&context->events[i].block_node);
}

/* Find the children that are far from the first through the map again.  */
static void
map_children (gasp_context_t context, const struct gasp_record_node *parent)
{
  unsigned int n = 0;
  for (gasp_record_ref ref = parent->child; ref; ref = NODE (ref)->sibling)
    if (n++ >= NEAR_SIBLINGS)
      gasp_tool_map_add (&context->far, child_hash (parent, NODE (ref)->key),
			 ref);
}

/* Nodes that are left over leave LIST, and the others are found anew.  */
static void
clean_up (struct list *list)
{
  gasp_context_t context = list->context;
  uint32_t count = 0;
  redirect_all (context);
  gasp_tool_map_clear (&context->far);
  for (uint32_t i = 0; i < list->count; i++)
    {
      struct gasp_record_node *node = node_of (list, i);
      if (node->key == MERGED_KEY)
	continue;
      map_children (context, node);
      list->entries[count++] = list->entries[i];
    }
  list->count = count;
}

/* Coarsen LIST to DEPTH.  How many nodes are left over.  */
static uint32_t
coarsen (struct list *list, uint32_t depth)
{
  uint32_t left_over = 0;
  if (!list->context->far.entries)
    for (uint32_t i = 0; i < list->count; i++)
      map_children (list->context, node_of (list, i));
  for (uint32_t i = 0; i < list->count; i++)
    separate (list, i, depth);
  for (uint32_t i = 0; i < list->count; i++)
    if (list->entries[i].kept != i)
      left_over += move_up (list, i);
  clean_up (list);
  return left_over;
}

/* What CONTEXT's thread has open; none, if it stands for one that has ended.  */
static void
mark_all_open (gasp_context_t context)
{
  if (!context->thread)
    return;
  mark_open (current_node (context));
  for (unsigned int i = 0; i < context->event_count; i++)
    if (context->events[i].node != context->other)
      mark_open (context->events[i].node);
}

/* The tree below ROOT, to *DEPTH or less.  Whether enough is left over.  */
static bool
coarsen_tree (gasp_context_t context, gasp_record_ref root, uint32_t *depth)
{
  struct list list;
  bool enough = true;
  if (make_list (&list, context, root) && list.count >= LEAST_PART)
    {
      uint32_t all = list.count;
      mark_all_open (context);
      uint32_t possible = choose_depth (&list);
      if (possible < *depth)
	*depth = possible;
      enough = *depth && coarsen (&list, *depth) >= all / LEAST_PART;
    }
  free_list (&list);
  return enough;
}

/* The same, deeper and deeper.  */
static bool
coarsen_enough (gasp_context_t context, gasp_record_ref root)
{
  uint32_t depth = UINT32_MAX;
  while (!coarsen_tree (context, root, &depth))
    if ((depth /= 2) == 0)
      return false;
  gasp_tool_file_coarsened (depth);
  return true;
}

/* Calls that were open when THREAD ended, as those of one that is measured no
   more are, are taken to have ended then.  */
static void
close_calls_of (const struct gasp_record_thread *thread)
{
  const int64_t *last = thread->values ? AT (int64_t, thread->values) : NULL;
  for (struct gasp_record_node *node = NODE (thread->root); node;
       node = next_node (node))
    if (node->ticks < 0)
      {
	node->ticks += thread->end;
	for (uint32_t i = 0; last && node->values && i < HEADER->counters; i++)
	  AT (int64_t, node->values)[i] += last[i];
      }
}

/* What there is of threads that have ended, each once.  */
static void
coarsen_ended (void *element, const void *data)
{
  struct gasp_record_thread *thread = element;
  (void) data;
  if (!thread->end || !thread->root || thread->coarsened)
    return;
  struct _gasp_context_S *nobody = gasp_tool_pages (sizeof *nobody);
  if (!nobody)
    return;
  thread->coarsened = true;
  close_calls_of (thread);
  coarsen_enough (nobody, thread->root);
  gasp_tool_map_clear (&nobody->far);
  gasp_tool_pages_free (nobody, sizeof *nobody);
}

/* That takes memory, for which a sandbox may end the program.  */
bool
gasp_tool_coarsen (gasp_context_t context)
{
  if (context->attention & ATTENTION_TRACE || context->cannot_coarsen
      || !context->thread || gasp_tool_may_be_sandboxed)
    return false;
  struct gasp_tool_holder holder;
  lock_quietly (&coarsening, &holder);
  gasp_tool_each (GASP_RECORD_THREADS, coarsen_ended, NULL);
  put_merged_aside ();
  if (!__atomic_load_n (&unused, __ATOMIC_RELAXED) && context->thread->root)
    {
      context->cannot_coarsen
	= !coarsen_enough (context, context->thread->root);
      put_merged_aside ();
      begin_paths (context);
      gasp_tool_forget_calls (context);
    }
  unlock_quietly (&coarsening, &holder);
  return __atomic_load_n (&unused, __ATOMIC_RELAXED) != 0;
}
