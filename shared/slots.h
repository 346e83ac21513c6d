/* slots.h - have calls of a library's functions lead elsewhere.

   SPDX-License-Identifier: Apache-2.0

   A loaded object calls functions of others through slots (of its global offset
   table), which the dynamic linker fills in, now or at the first call.  Those
   of some functions can be pointed at wrappers, at any time: threads call
   either.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push (hidden)

struct slots_entry
{
  const char *name;
  void **real;			/* where the function is; null if there is
				   none */
  void *wrapper;		/* null if it is only asked for */
  const char *since;		/* version of the symbol, or null for any */
};

/* The entry of the function NAME, which is not mangled, or null.  */
typedef const struct slots_entry *slots_find (const char *name);
/* Returns whether the object in a file called NAME, without its directory, is
   left alone.  */
typedef bool slots_exempt (const char *name);

/* Objects that were redirected, in memory that begins as zeros.  OWNER is the
   process of the thread that redirects more.  */
struct slots_seen { unsigned long long loaded; struct slots_object *objects;
		    unsigned int count, room; int owner; bool is_missed; };

/* Makes the slots that lead, or will lead, to the real functions lead to their
   wrappers, in all loaded objects but this one, the C library's and those that
   EXEMPT names.  Leaves out those that have been SEEN, unless that is null.
   Returns whether any slot did not yet.  */
extern bool slots_redirect (slots_find *find, slots_exempt *exempt,
			    struct slots_seen *seen);

#pragma GCC visibility pop
