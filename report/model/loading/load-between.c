/* load-between.c - what is not recorded between calls that are.

   SPDX-License-Identifier: Apache-2.0

   load-code.c -> load-between.c -> load-callers.c -> load-samples.c,
   load-tree.c.

   A node of the record has the innermost call that is recorded for its parent,
   whatever was called in between:

     main, run, check	  the path of a node
     main, run, often, check	  of the stack, as often was switched off

   Samples show what that was.  The node becomes a child of what it mostly was;
   samples that say otherwise go to a path of their own.  */

#include "base/order.h"
#include "model/sampling.h"
#include "hash.h"

#include <stdlib.h>

ELEMENTS (context, struct context,
	  gasp_mix (gasp_mix (gasp_mix (x->node) ^ x->chain) ^ x->outer),
	  x->node == y->node && x->chain == y->chain && x->outer == y->outer)

uint32_t
number_of_context (struct sampling *s, struct context context)
{
  uint32_t number
    = index_number (&s->context_index, s->context_count,
		    hash_of_context (&context, 0), hash_of_context, is_context,
		    s->contexts, &context);
  if (number == s->context_count)
    ONE_MORE (s->contexts, s->context_count, s->context_room) = context;
  return number;
}

/* The time for which raw NODE was called by way of CHAIN.  */
struct vote { uint32_t node, chain; double ns; };
ORDER (by_chain, struct vote, RISING (node) RISING (chain))
ADDER (add_vote, struct vote, ADD (ns))

void
find_chains (struct sampling *s, size_t nodes)
{
  OWNED struct vote *votes = NULL;
  size_t count = 0, room = 0;
  for (size_t i = 0; i < s->count; i++)
    for (uint32_t c = s->list[i].context; c != NO_CONTEXT;
	 c = s->contexts[c].outer)
      ONE_MORE (votes, count, room) = (struct vote) {
	s->contexts[c].node, s->contexts[c].chain, s->list[i].ns
      };
  for (size_t i = 0; i < nodes; i++)
    s->nodes[i].chain = NO_CALLER;
  count = JOIN (votes, count, by_chain, add_vote);
  for (size_t i = 0, best = 0; i < count; i++)
    {
      struct sampled_node *node = &s->nodes[votes[i].node];
      bool is_first = votes[i].node != votes[best].node || !i;
      node->is_called_otherwise = !is_first;
      if (is_first || votes[i].ns > votes[best].ns)
	best = i;
      node->chain = votes[best].chain;
    }
}

uint32_t
node_of_code (struct loading *loading, struct tree *tree, uint32_t node,
	      uint32_t code)
{
  uint32_t place = loading->sampling->codes[code].place;
  uint32_t result = tree_node (tree, node, place,
			       loading->profile->counter_count);
  tree->nodes[result].calls_at_least = tree->nodes[result].observed = true;
  return result;
}

/* Returns the node of TREE below NODE that CHAIN leads to.  */
static uint32_t
node_of_chain (struct loading *loading, struct tree *tree, uint32_t node,
	       uint32_t chain)
{
  if (chain == NO_CALLER)
    return node;
  const struct caller *c = &loading->sampling->callers[chain];
  node = node_of_chain (loading, tree, node, c->outer);
  return node_of_code (loading, tree, node, c->code);
}

uint32_t
below_chain (struct loading *loading, struct tree *tree, uint32_t node,
	     uint32_t i)
{
  struct sampling *s = loading->sampling;
  uint32_t parent = loading->raw_parent[i];
  if (!s || node == NO_NODE || parent == NO_NODE)
    return node;
  s->nodes[i].is_called_otherwise |= s->nodes[parent].is_called_otherwise;
  return node_of_chain (loading, tree, node, s->nodes[i].chain);
}

bool
is_called_otherwise (const struct loading *loading, uint32_t i)
{
  return loading->sampling && loading->sampling->nodes[i].is_called_otherwise;
}

uint32_t
node_in_context (struct loading *loading, struct tree *tree, uint32_t i,
		 uint32_t context)
{
  uint32_t node = loading->destinations[i].node;
  uint32_t parent = loading->raw_parent[i];
  if (context == NO_CONTEXT || parent == NO_NODE)
    return node;
  const struct context *c = &loading->sampling->contexts[context];
  bool is_here = c->node == i;
  uint32_t caller = node_in_context (loading, tree, parent,
				     is_here ? c->outer : context);
  uint32_t chain = is_here ? c->chain : NO_CALLER;
  caller = node_of_chain (loading, tree, caller, chain);
  uint32_t result = tree_node (tree, caller, tree->nodes[node].place,
			       loading->profile->counter_count);
  tree->nodes[result].calls_elsewhere |= result != node;
  return result;
}
