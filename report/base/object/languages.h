/* languages.h - what functions of some languages are called by their users.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

/* Return what SYMBOL stands for in the language, allocated; or null if it has
   another form.  Of Haskell's, "Module_function_info", those are left alone
   that may as well be C's.  */
extern char *fortran_name (const char *symbol);
extern char *ocaml_name (const char *symbol);
extern char *haskell_name (const char *symbol);
