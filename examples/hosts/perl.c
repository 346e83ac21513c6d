/* perl.c - functions of Perl in GASP's profile; Gasp.pm, beside it, loads this.

   SPDX-License-Identifier: Apache-2.0

     gcc -O2 -shared -fPIC $(perl -MExtUtils::Embed -e ccopts) perl.c -o gasp-perl.so
     gasp run --exact perl -I. -MGasp script.pl

   with Gasp.pm in the same directory.  Each call of a function in Perl is a user
   event, which ends when what the function has on Perl's stack is taken off:
   however it is left.  What Perl itself and libraries do in it is seen by
   samples, or by calls where these are instrumented.  A function that "goto
   &f" goes to has no event.  */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define PERL_NO_GET_CONTEXT
#include <EXTERN.h>
#include <perl.h>
#include <XSUB.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Those of <pupc.h>; null without "gasp run".  They are not called by their names,
   as their places would be shown, which are here.  */
static unsigned int (*create_event) (const char *name, const char *description);
static void (*event_start) (unsigned int tag, ...);
static void (*event_end) (unsigned int tag, ...);

/* Tags by what functions are called, and where they are: the same for all of
   Perl's threads.  */
#define LISTS 4096
struct known { struct known *next; unsigned int tag; char label[]; };
static struct known *lists[LISTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned int
tag_of (const char *label)
{
  unsigned int hash = 5381;
  for (const char *c = label; *c; c++)
    hash = hash * 33 + (unsigned char) *c;
  struct known **list = &lists[hash % LISTS], *known;
  pthread_mutex_lock (&lock);
  for (known = *list; known && strcmp (known->label, label); known = known->next)
    ;
  if (!known && (known = malloc (sizeof *known + strlen (label) + 1)))
    {
      strcpy (known->label, label);
      known->tag = create_event (known->label, NULL);
      known->next = *list;
      *list = known;
    }
  pthread_mutex_unlock (&lock);
  return known ? known->tag : 0;
}

/* Writes "main::f (script.pl:3)" for CV to LABEL, of SIZE bytes.  */
static void
write_label (pTHX_ CV *cv, char *label, size_t size)
{
  GV *gv = CvGV (cv);
  HV *stash = gv ? GvSTASH (gv) : NULL;
  const char *package = stash ? HvNAME (stash) : NULL;
  const OP *first = CvSTART (cv);
  int line = first && (first->op_type == OP_NEXTSTATE
		       || first->op_type == OP_DBSTATE)
	     ? (int) CopLINE ((const COP *) first) : 0;
  snprintf (label, size, "%s::%s (%s:%d)",
	    package ? package : "main",
	    gv ? GvNAME (gv) : "__ANON__", CvFILE (cv) ? CvFILE (cv) : "?", line);
}

static void
leave (pTHX_ void *tag)
{
  event_end ((unsigned int) (size_t) tag);
}

static OP *(*real_entersub) (pTHX);

/* Calls a function.  One of Perl begins, in a scope of its own, and runs
   afterwards; others have returned.  */
static OP *
entersub (pTHX)
{
  I32 depth = cxstack_ix;
  const PERL_SI *stack = PL_curstackinfo;
  OP *next = real_entersub (aTHX);
  if (PL_curstackinfo != stack || cxstack_ix <= depth
      || CxTYPE (&cxstack[cxstack_ix]) != CXt_SUB)
    return next;
  char label[400];
  write_label (aTHX_ cxstack[cxstack_ix].blk_sub.cv, label, sizeof label);
  unsigned int tag = tag_of (label);
  if (tag)
    {
      event_start (tag);
      SAVEDESTRUCTOR_X (leave, (void *) (size_t) tag);
    }
  return next;
}

XS_EXTERNAL (gasp_perl_start);

/* Lets all that is compiled from now on call functions so.  */
XS_EXTERNAL (gasp_perl_start)
{
  dXSARGS;
  PERL_UNUSED_VAR (items);
  *(void **) &create_event = dlsym (RTLD_DEFAULT, "pupc_create_event");
  *(void **) &event_start = dlsym (RTLD_DEFAULT, "pupc_event_start");
  *(void **) &event_end = dlsym (RTLD_DEFAULT, "pupc_event_end");
  if (create_event && event_start && event_end && !real_entersub)
    {
      real_entersub = PL_ppaddr[OP_ENTERSUB];
      PL_ppaddr[OP_ENTERSUB] = entersub;
    }
  XSRETURN_EMPTY;
}
