/* patch.h - make the sites of an object active.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/code.h"

#pragma GCC visibility push (hidden)

/* Activates the sites of OBJECT.  */
extern void gasp_patch (struct gasp_object *object);
/* Activates the sites of OBJECT while the program runs, or not ON, makes them
   dormant, by nothing but system calls.  Returns whether it could.  */
extern bool gasp_patch_all (struct gasp_object *object, bool on);
/* Forgets what that has made; its code will never run again.  (switch.c)  */
extern void gasp_unpatch (struct gasp_object *object);

#pragma GCC visibility pop
