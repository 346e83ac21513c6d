/* sampling.h - samples of time while a record is loaded.

   SPDX-License-Identifier: Apache-2.0

   load-code.c -> load-calls.c -> load-between.c -> load-callers.c ->
   load-samples.c.  */

#pragma once

#include "model/loading/load.h"
#include "base/index.h"
#include "base/object/symbols.h"

#define NO_CODE UINT32_MAX

/* A function that samples are in.  */
struct code
{
  const struct symbol *symbol;	/* null: code of MODULE without one */
  const char *module;		/* null: none is known */
  char *name;			/* null: nobody's, and so the node's */
  const struct code_function *plain; /* what debug information says of it, if
					it IS_PLAIN */
  bool has_been_asked, is_plain; /* the program's, and not recorded */
  bool is_recording, is_inlined;
  uint32_t outer;		/* the code that it is inlined into, or
				   NO_CODE */
  bool is_foreign;		/* no function of MODULE is recorded */
  uint32_t place;		/* of the profile, if IS_INLINED, and once it is
				   wanted; or NO_NODE */
  bool is_known;		/* that is a recorded function */
  bool is_counted;		/* calls of that are all recorded */
  bool was_searched, jumps_out;	/* it may jump to another module */
};

/* The time of a raw NODE that passed in CODE, a number, called from CALLER,
   one of the callers, or NO_CALLER, in CONTEXT, or NO_CONTEXT; it is AT a node
   of the thread's tree, which was GIVEN so much time for it.  */
struct time_sample
{
  uint32_t node, code, caller, context, at;
  double ns, count, faults, given;
};
#define NO_CALLER UINT32_MAX

/* CODE that calls something, and was called from OUTER, or NO_CALLER.  */
struct caller { uint32_t code, outer; };
#define RETURN_ADDRESS ((UINT64_C (1) << GASP_RECORD_RETURN_SHIFT) - 1)

/* Raw NODE was called from its parent by way of CHAIN, which is one of the
   callers or NO_CALLER; and the parent in the context OUTER, or NO_CONTEXT.  */
struct context { uint32_t node, chain, outer; };
#define NO_CONTEXT UINT32_MAX

/* The code at an address.  */
struct known_pc { uint64_t pc; uint32_t code; };

struct sampling
{
  struct time_sample *raw;	/* by number */
  struct time_sample *list;	/* by node, after link_samples */
  size_t count, room;
  struct code *codes;
  size_t code_count, code_room;
  struct known_pc *pcs;
  size_t pc_count, pc_room;
  struct index pc_index;
  struct caller *callers;
  size_t caller_count, caller_room;
  struct index caller_index;
  struct context *contexts;
  size_t context_count, context_room;
  struct index context_index;
  struct sampled_node *nodes;	/* of each raw node */
  struct gasp_record_sample *last; /* where threads wait as the process ends */
  size_t last_count, last_room;
  bool are_few;			/* they say nothing of libraries' functions */
  bool are_many;		/* of the thread that is loaded */
  const struct symbols *made;	/* by the process; null: not looked at yet */
};

/* Where in the list its samples are, and whether its last call was over when
   they were taken.  */
struct sampled_node
{
  struct seen sampled;
  size_t first, end;
  bool is_over;
  bool is_elsewhere;		/* it took time; its samples are its callers' */
  /* By all samples, in nanoseconds; the sum of the squares of what each is of;
     and both with what is counted below, as what it was off the processor.  */
  double time, squares, time_in, squares_in, away_in;
  uint32_t chain;		/* by which it was mostly called from its
				   parent: one of the callers, or NO_CALLER */
  bool is_called_otherwise;	/* at times, or one that called it */
};

/* How well a function as the compiler recorded it agrees with a symbol.  */
enum likeness { NOT_ALIKE, ALIKE, SAME };
/* Returns how much CODE is like the recorded function PLACE.  */
extern enum likeness likeness_of_code (const struct code *code,
				       const struct place *place);

/* Returns the number of the code at PC.  */
extern uint32_t code_at (struct loading *loading, uint64_t pc);
/* Returns the address at which the function with the code at PC begins, as its
   symbol says; or 0.  */
extern uint64_t start_of_function (struct loading *loading, uint64_t pc);
/* Returns the place of the function CODE: one that is recorded, or a new
   one.  */
extern uint32_t place_of_code (struct loading *loading, struct code *code);

/* Returns the address that the call before ADDRESS of PROCESS calls, if it is
   one without a pointer; or 0 (load-calls.c).  */
extern uint64_t called_before (const struct process *process, uint64_t address);
/* Returns whether PC is in what leads out of a program, to a library.  */
extern bool is_way_out (struct loading *loading, uint64_t pc);
/* Returns whether the call before ADDRESS may lead out of its module: through a
   pointer, or by way of the linker's table, which functions may jump to.  */
extern bool may_lead_out (struct loading *loading, uint64_t address);

/* Returns the number of what called the *CODE of the sample RAW, or has it
   inlined, or NO_CALLER, and changes *NODE, which that seems to be in, if it is
   not, and *CODE, if that is a jump to a library, to what jumps
   (load-callers.c).  */
extern uint32_t callers_of_sample (struct loading *loading,
				   const struct gasp_record_sample *raw,
				   uint32_t *code, uint64_t *node);

/* Returns the number of the context in which raw node I was called, as the
   stack of its sample RAW has it, or NO_CONTEXT (load-callers.c).  */
extern uint32_t context_of_sample (struct loading *loading,
				   const struct gasp_record_sample *raw,
				   uint32_t i);

/* Returns the number of CONTEXT, and adds it (load-between.c).  */
extern uint32_t number_of_context (struct sampling *s, struct context context);
/* Finds by which chain each raw node was mostly called from its parent, and
   whether by others, too, after all samples have been read.  */
extern void find_chains (struct sampling *s, size_t nodes);
/* Returns the node of TREE below NODE, of raw node I's parent, that I is called
   from.  */
extern uint32_t below_chain (struct loading *loading, struct tree *tree,
			     uint32_t node, uint32_t i);
/* Returns whether raw node I was called by other chains, too.  To be called
   after find_chains.  */
extern bool is_called_otherwise (const struct loading *loading, uint32_t i);
/* Returns the node of TREE that raw node I is in CONTEXT.  */
extern uint32_t node_in_context (struct loading *loading, struct tree *tree,
				 uint32_t i, uint32_t context);

/* Returns the place of raw node I, or null, and whether it is seen where it is
   inlined, too.  */
extern const struct place *place_of_raw (const struct loading *loading,
					 uint32_t i, bool *is_source);
/* Returns whether CODE is of the function PLACE.  */
extern bool is_code_of (const struct loading *loading, const struct code *code,
			const struct place *place);
/* Returns the child of NODE in TREE that is CODE, which called something.  */
extern uint32_t node_of_code (struct loading *loading, struct tree *tree,
			      uint32_t node, uint32_t code);

/* Adds to the node CHILD the time NS, with that VARIANCE, and READY for a
   processor there.  */
extern void add_estimate (struct node *child, double ns, double ready,
			  double variance);
/* Returns the child of NODE in TREE that SAMPLE, of raw node I, was in: in its
   code, below the functions which called this (divide-samples.c).  */
extern uint32_t child_of_sample (struct loading *loading, struct tree *tree,
				 uint32_t node, uint32_t i,
				 const struct time_sample *sample);

/* Returns the node of TREE below NODE that is to have the event PLACE of the
   record: that of the innermost function, which is not recorded, that calls
   it (load-callers.c).  */
extern uint32_t below_callers (struct loading *loading, struct tree *tree,
			       uint32_t node, uint64_t place);
