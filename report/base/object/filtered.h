/* filtered.h - names of functions that c++filt knows: Rust's and D's.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stddef.h>

/* Returns the length of SYMBOL without what LLVM has added, if it is of Rust's
   form, or of its older one ("_ZN4main17h0123456789abcdefE"); else 0.  */
extern size_t rust_length (const char *symbol);
/* Returns the path that such a SYMBOL stands for, without hashes; or null if it
   is not known.  Allocated.  */
extern char *rust_name (const char *symbol);
/* Returns what SYMBOL stands for in D, with the types of parameters; or null if
   it is not known, or not D's.  Allocated.  */
extern char *d_name (const char *symbol);
