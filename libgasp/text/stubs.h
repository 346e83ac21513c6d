/* stubs.h - what active sites call.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/code.h"

#pragma GCC visibility push (hidden)

/* Makes the stubs of OBJECT, whose CODE is known.  */
extern bool gasp_make_stubs (const struct gasp_object *object,
			     struct gasp_code *code);
/* Gives the memory of CODE's stubs back.  */
extern void gasp_give_back_stubs (const struct gasp_code *code);
/* Leads all stubs to the hooks that are for the present recorder, while
   threads run through them.  They may have been made before there was one.  To
   be called with the lock of switching.  */
extern void gasp_renew_stubs (void);
/* Returns gasp_site_word of SITE for the stub that it has when it is of
   KIND.  */
extern unsigned long gasp_active_word (const struct gasp_object *object,
				       const struct gasp_site *site,
				       unsigned int kind);

/* Returns where CALL goes if it is ON: to the stub; else what the program
   itself calls there.  0 if CALL cannot be patched.  */
extern unsigned long gasp_call_goes_to (const struct gasp_object *object,
					const struct gasp_code *code,
					const struct gasp_call_site *call,
					bool on);

/* Returns the kind that an entry of KIND has when calls are only counted;
   else KIND itself.  */
extern unsigned int gasp_counting_kind (unsigned int kind);

#pragma GCC visibility pop
