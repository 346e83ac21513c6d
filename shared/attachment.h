/* attachment.h - between gasp attach and a program that runs.

   SPDX-License-Identifier: Apache-2.0

   The command finds these symbols in the program's libgasp, writes to the
   struct, and has one of the threads call the functions: from __gasp_call, with
   the function's address in a register.  There it then waits for the command.
   Private to both.  */

#pragma once

#define GASP_ATTACH_VERSION 5

/* The struct's STATE.  */
enum gasp_attach_state
{
  GASP_ATTACH_DORMANT,		/* or measured from the start */
  GASP_ATTACH_PENDING,		/* no thread has come to a site yet */
  GASP_ATTACH_LOADING,		/* one is loading the tool */
  GASP_ATTACH_ACTIVE,
  GASP_ATTACH_LEAVING,		/* to be detached a second time */
  GASP_ATTACH_FAILED		/* the program has said why */
};

/* The results of the functions.  */
enum gasp_attach_result
{
  GASP_ATTACH_DONE,
  GASP_ATTACH_BUSY,		/* to be tried again */
  GASP_ATTACH_ALREADY,		/* it is so already */
  GASP_ATTACH_NOTHING,		/* nothing in the program is instrumented */
  GASP_ATTACH_NO_CODE		/* its code cannot be changed while it runs */
};

/* How often the command calls a function that is busy, two milliseconds
   apart.  */
#define GASP_ATTACH_TRIES 1000

struct gasp_attachment
{
  /* These three say that this is there.  */
  unsigned int version, size;
  int ready;			/* for calls: while a program starts, libgasp
				   may not have been relocated */
  int taken;			/* a thread is in __gasp_call */
  int calls;			/* that have been made there so far */
  int result;			/* of the last one */
  int state;
  char tool[4096];		/* the file to load */
  char settings[16384];		/* NAME=VALUE, each with a null; one more */
};

extern struct gasp_attachment gasp_gcc_attachment;
/* What the functions are called on, as the thread may be at the end of its own
   stack.  At its end there is what lets the thread go on by itself, a frame as
   of a signal handler, where the stack pointer is at first.  */
#define GASP_ATTACH_STACK_SIZE 65536
extern char gasp_gcc_attach_stack[GASP_ATTACH_STACK_SIZE];
/* Makes the sites active.  */
extern int gasp_gcc_attach (void);
/* Makes the sites dormant; to be called again a little later to finish.  */
extern int gasp_gcc_detach (void);
