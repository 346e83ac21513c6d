/* rust.h - names of Rust's functions.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

/* Returns the path that SYMBOL stands for, as RFC 2603 of Rust has it, without
   hashes; or null.  Allocated.  */
extern char *rust_path (const char *symbol);
/* Returns the length of SYMBOL without what LLVM has added, if it is of Rust's
   older form, as C++'s ("_ZN4main17h0123456789abcdefE"); else 0.  */
extern unsigned long older_rust_length (const char *symbol);
/* Takes its hash off NAME, which such a SYMBOL stands for, and changes what
   stands for signs.  */
extern void simplify_older_rust (char *name);
