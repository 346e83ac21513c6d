/* cursors.h - what cursors.c and cursor-code.c share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef UPC_CURSORS_H
#define UPC_CURSORS_H

#include "strides.h"

struct cursor
{
  tree reference;		/* as the user wrote it */
  struct upc_element element;
  HOST_WIDE_INT advance;	/* elements from iteration to iteration */
  tree variable;
  tree local;			/* where that is in this process; or null */
  /* If it is checked a run at a time: an access.  */
  bool checked, write;
  location_t loc;
};

struct upc_cursors
{
  const struct upc_loop *loop;
  auto_vec<struct cursor> all;
  tree told;			/* whether all of them are near; or null */
  bool even;			/* see upc_even_body_p */
  hash_map<tree, location_t> written;
  /* What has been replaced: GCC's front end shares nodes.  */
  hash_map<tree, tree> replaced;
};

/* Returns whether, as far as is known, the element at OFFSET begins and ends
   blocks where the element that determines the affinity does.  */
extern bool upc_aligned_p (const struct upc_loop *loop, tree offset);

#endif
