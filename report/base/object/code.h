/* code.h - what is at the addresses of a file of code: functions, also those
   that are inlined, and source lines.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A function as debug information, or else the table of symbols, has it.  */
struct code_function {
  const char *name;		/* with parameters where the linker's has
				   them */
  const char *file;		/* or null */
  unsigned int line;		/* where it is declared */
  const char *label;		/* for readers: at first, its name */
  size_t number;
};

/* Kinds of functions that may be called.  */
enum { CALLS_SOME = 1, CALLS_LOCK = 2, CALLS_UNLOCK = 4 };

/* An address is in a line of a function, which may be inlined at a line of the
   next one, and so on.  */
struct code_frame {
  struct code_function *function; /* or null */
  const char *file;		/* or null, with the line 0 */
  unsigned int line;
  unsigned int calls;		/* what kinds of functions, if it is inlined */
};

struct code_symbol { uint64_t start, size; const char *name; };

/* Where a function has its caller's frame pointer: still in the register, below
   its return address, or elsewhere.  */
enum frame_pointer { FRAME_POINTER_KEPT, FRAME_POINTER_BEFORE,
		     FRAME_POINTER_ELSEWHERE };

/* Where a function's return address is on the stack: so many bytes above the
   stack pointer or the frame pointer.  */
struct return_slot {
  bool from_frame_pointer;
  int64_t offset;
  enum frame_pointer frame_pointer;
};

struct code;

/* Returns whether lines can be found at all.  */
extern bool can_read_code (void);

/* Opens the file PATH; null if it cannot be read.  What it says is kept until
   the command ends.  */
extern struct code *open_code (const char *path);

/* Returns the module that libdw knows CODE as, and sets *BIAS to the library's
   addresses minus the file's.  */
extern struct Dwfl_Module *module_of_code (struct code *code, uint64_t *bias);

/* Return whether FILE is of the library of C++, Rust or GCC; and whether it is
   that, or what the system has installed.  */
extern bool is_of_language (const char *file);
extern bool is_system_header (const char *file);

/* Returns CODE's build-id in hexadecimal digits, shared; null: it has none.  */
extern const char *build_id_of_code (const struct code *code);

/* Returns the frames at ADDRESS of CODE, the innermost first; *COUNT of them.
   Allocated.  */
extern struct code_frame *find_frames (struct code *code, uint64_t address,
				       size_t *count);

/* Sets *SYMBOL to the symbol that ADDRESS is in.  Returns false if there is
   none.  */
extern bool find_symbol (struct code *code, uint64_t address,
			 struct code_symbol *symbol);

/* Sets *SLOT to where the function at ADDRESS has its return address when it
   has come there.  Returns false if that is not known.  */
extern bool find_return (struct code *code, uint64_t address,
			 struct return_slot *slot);

/* Returns number NUMBER of the functions that addresses were found in, in all
   files; null after the last.  */
extern struct code_function *code_function (size_t number);

/* Returns one of the directories where code was compiled that find_frames has
   looked at, or null if there are not so many.  */
extern const char *compile_directory (size_t number);
