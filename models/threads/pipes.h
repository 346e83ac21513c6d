/* pipes.h - which pipe, or connection on this machine, a process waits for.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "wakers.h"

#pragma GCC visibility push (hidden)

/* Returns the number of the pipe or connection that DESCRIPTOR is an end of,
   which is read, or WRITTEN, at NOW, in ticks: see hash.h.  0 if that is not
   known.  */
extern uint64_t pipes_number (int descriptor, bool written, uint64_t now);
/* Returns whether the calling thread is to say NOW where it has read or WRITTEN
   what DESCRIPTOR is an end of, though it has not waited: who waits at the
   other end is to learn that.  */
extern bool pipes_are_due (int descriptor, bool written, uint64_t now);
/* Returns the number of the pipe of SOURCE, which the calling thread has waited
   to read from: of several, the first that can be read now.  */
extern uint64_t pipes_number_of (const struct source *source, uint64_t now);

#pragma GCC visibility pop
