/* addresses.h - what is at the addresses of a process: lines of code,
   variables.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/object/code.h"
#include "model/model.h"
#include "model/reader.h"

/* Adds the modules in RECORD to PROCESS, whose record it is.  */
extern void read_modules (struct process *process, struct record *record);

/* Sets the file, line and function of PLACE to where the call stands that
   returns to ADDRESS of PROCESS: in the program's own code, if functions of
   the system's headers are inlined there.  If it is in none of that, one of the
   FURTHER callers may be, whose addresses are hexadecimal numbers.  If nothing
   is known, the file is that of the module.  */
extern void place_at_address (const struct process *process, uint64_t address,
			      const char *further, struct place *place);

/* Returns the next of the hexadecimal numbers *FURTHER, which may be null, and
   leaves the rest there; 0: there is none.  */
extern uint64_t next_further (const char **further);

/* Returns the frames at the address PC of PROCESS, the innermost first, *COUNT
   of them, as far as the file there is the one that ran; allocated.  */
extern struct code_frame *frames_at (const struct process *process, uint64_t pc,
				     size_t *count);

/* Sets *SLOT to where the function at PC in PROCESS has its return address when
   it has come there.  Returns false if that is not known.  */
extern bool return_at (const struct process *process, uint64_t pc,
		       struct return_slot *slot);

/* Returns the SIZE bytes of code at ADDRESS of PROCESS, as the file there has
   them, or null.  */
extern const unsigned char *bytes_at (const struct process *process,
				      uint64_t address, uint64_t size);

/* Returns whether MODULE, or null, is a program's, and no library.  */
extern bool is_executable (const struct module *module);

/* Returns whether MODULE, which may be null, is installed, and so hardly the
   program's own, or is one of libgasp's.  */
extern bool is_installed (const struct module *module);

/* Returns whether functions of the file PATH may be recorded: unless it is
   known not to be instrumented.  */
extern bool may_be_instrumented (const char *path);

/* Returns whether FILE as the compiler was given it is PATH as debug
   information has it.  */
extern bool same_file (const char *file, const char *path);
/* Returns the name that places of PROFILE have for FILE, which in debugging
   information may have its directory in front; or FILE.  */
extern const char *name_in_profile (const struct profile *profile,
				    const char *file);
/* Returns whether the function PLACE begins at LINE of the file PATH, which may
   be null.  */
extern bool begins_at (const struct place *place, const char *path,
		       unsigned int line);

/* Returns the name of the static variable that has ADDRESS in PROCESS, with the
   member that is there, "NAME.MEMBER", or "NAME+OFFSET" without debugging
   information; allocated; null if there is none.  */
extern char *variable_at (const struct process *process, uint64_t address);
