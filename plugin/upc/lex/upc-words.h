/* upc-words.h - what the lexical step of UPC writes for the compiler side.

   SPDX-License-Identifier: Apache-2.0

   The lexical step (plugin/upc/lex/, and tokens/ where it meets GCC) runs
   inside the compiler, on the preprocessor's tokens: it takes them all,
   rewrites those that are UPC's, and hands them on to the parser.  So all
   tokens keep their own places, macros and columns included; what is written
   for a token has that token's place.  This file is the contract between it and
   what comes after it: plugin/upc/ and the prelude
   (libupc/prelude/gasp-upc-prelude.h).  Whoever changes a word changes it here,
   and both sides follow.

   1. How it is switched on.  The prelude, the first file of each unit (by
   -include), ends in these four lines:

     #pragma gasp_upc_lex
     #pragma upc relaxed
     #pragma upc_end
     #pragma gasp_upc_lex

   At the first, all that follows, to the end of the unit, goes through the
   lexical step; from the other three, which it removes, it knows the tokens of
   these pragmas.  The prelude itself is plain C with the words below.
   plugin/upc/ calls upc_lex_register_pragma () from its PLUGIN_PRAGMAS
   callback, and registers "upc" and "upc_end" itself (c_register_pragma (0,
   ...)).  In code of system headers, but those of UPC itself (the file's name
   begins with "upc", "bupc" or "gasp"), the words of UPC are ordinary
   identifiers.  So they are after "#pragma upc c_code", to the next "#pragma
   upc upc_code" or the end of the file that it is in.

   2. Types.  B stands for a parenthesised expression of the user's, or one
   of the numbers of UPC_BLOCK_*; SR for one of UPC_MODE_*.

     shared [B] T x            T upc_block (B, SR) and UPC_WORD_SHARED
                               among the declaration's specifiers
     shared [B] U x            upc_block (B, SR, (U *) 0) without the word, where
                               U is the name of a type that may be shared by its
                               typedef, and have a mode there; and instead of U
                               __typeof__ (U __attribute__ ((upc_join))), whose
                               handler makes it shared if it is not, and lets it
                               wait for B if its typedef has no block size
     T *shared [B] p           * upc_pshared (B, SR) and that word among the
                               pointer's qualifiers; and among the specifiers
                               one upc_block, as it comes from the specifiers'
                               own "shared", else upc_block (UPC_BLOCK_NONE, 0)
     strict T x                upc_block (UPC_BLOCK_NONE, SR): a mode without
                               "shared": T must be shared by its typedef

   upc_block and upc_pshared are written __attribute__ ((WORD (B, SR))); for a
   list with several "shared [B]" there are several of them.  Where a
   declaration has several (each "*shared" may bring a UPC_BLOCK_NONE of its
   own), those with UPC_BLOCK_NONE mean nothing but "finish this declaration's
   type".  An UPC_BLOCK_NONE may also stand after a comma, for one declarator.
   Each declaration of static storage with an initializer has one, unless its
   type is spelled by C's own words alone.

   Where a function is declared by the name of a type that is shared, as in
   typedef shared int T; T f (void);  , the name is followed by an upc_block
   with UPC_BLOCK_TYPEDEF: else nobody would know, as GCC drops the qualifiers
   of results.

   3. THREADS.  With static THREADS it is a macro (-D by the driver), and never
   seen here.  With dynamic THREADS it is the variable __upc_threads, but in
   the bounds of an array that may be shared in a declaration of static
   storage, a typedef, a structure, or an operand of upc_*sizeof, it is the
   number UPC_THREADS_MAGIC; also in a typedef at file scope, which may get
   "shared" where it is used.  There the expression is only multiplied (else, if
   it is not sure that the array is shared, it is left to GCC to say "variably
   modified"),
   the declaration has an upc_block, and whether the bound is a multiple of
   the number is for the handler to say; also that the elements of such an
   array are not shared, as in  typedef int T; T a[THREADS];  .  A use of a
   typedef name whose declaration had UPC_THREADS_MAGIC is followed by
   upc_block (UPC_BLOCK_NONE, 0).  Only the operands of upc_*sizeof may have
   such bounds without an upc_block; upc_szop's handler sees to them.

   4. Sizes.  upc_blocksizeof X becomes
     (sizeof (__typeof__ (X) __attribute__ ((upc_szop (UPC_SIZEOF_BLOCK, S)))))
   for an expression or a type X, whose handler makes the type char[n].  S has
   UPC_WORD_SHARED in it, with the place of X's end, and no meaning.

   5. upc_forall (INIT; COND; NEXT; AFFINITY) BODY becomes

     {
       struct __upc_forall NAME
         __attribute__ ((__cleanup__ (__upc_forall_leave)))
         = __upc_forall_enter (FILTERS);
       for (INIT; COND; NEXT)
         if (__upc_forall_mine (NAME.controls, (AFFINITY)))
           {
             BODY
           }
     }

   FILTERS is 0, and there is no "if", where AFFINITY is "continue" or empty;
   else 1.  NAME is __upc_forall_N.  The call of __upc_forall_enter has the
   place of the word upc_forall, that of __upc_forall_mine the place of the
   affinity expression.  The prelude declares

     struct __upc_forall { int controls, filters; };
     struct __upc_forall __upc_forall_enter (int filters);
     void __upc_forall_leave (struct __upc_forall *);
     int __upc_forall_mine (int controls, ...);

   (inline but for the last; the struct may have more in it).  Enter makes
   .controls true if it filters and no upc_forall around it does, in this
   function or in a caller.  __upc_forall_mine is not a function: the compiler
   side replaces its calls, by the type of AFFINITY, and rejects types that
   AFFINITY cannot have.  break, continue, goto and return are those of the
   "for".

   6. Statements.  upc_notify E; becomes __upc_notify_statement (1, (E)); and
   upc_notify; __upc_notify_statement (0, 0);  likewise upc_wait and upc_barrier.
   The compiler side looks at E, and calls __upc_notify.  upc_fence; becomes
   __upc_fence ();  Where UPC 1.0's words are allowed (upc_allow_old_words), they
   are the same as today's, where a statement begins.  Where no statement can
   begin, upc_notify becomes __misplaced_upc_notify, and so do the others and
   upc_forall: keywords that fit nowhere.

   7. MYTHREAD becomes (+ __upc_mythread), and THREADS, but for 3.,
   (+ __upc_threads): values, not objects.

   8. "#pragma upc strict|relaxed" reaches its handler where the user wrote
   it.  Before the brace that ends a block in which there was one, the
   lexical step puts another that brings back the mode that held before the
   block, with the place of the brace.  At the end of the unit it puts
   "#pragma upc_end".

   9. The driver.  gaspupc, and -fupc by the specs file, give the plugin the
   argument "upc", and where they were chosen "upc-threads=N",
   "upc-conduit=loopback" and "upc-berkeley".  Other languages' compilers may
   get them too, and must not mind.  Each unit begins with -include
   gasp-upc-macros.h (__UPC__ and so on; THREADS is a macro on the command line
   if it is static) and -include gasp-upc-prelude.h, both from include/upc;
   twice if the specs file is given twice, so the second time they must be
   empty.  Programs are linked with libupc.a, after everything the user gave,
   then libgasp if needed.

   What the lexical step complains about itself is in problems.def.  */

#pragma once

/* The address space's keyword.  (glibc has a __shared.)  */
#define UPC_WORD_SHARED "__upc_shared"

/* Attributes.  */
#define UPC_WORD_BLOCK "upc_block"
#define UPC_WORD_POINTER "upc_pshared"
#define UPC_WORD_SIZEOF "upc_szop"
#define UPC_WORD_JOIN "upc_join"

/* First argument of the first two, if it is not an expression of the user's.
   Each is one token, and above the largest block size; so shared and shared [1]
   can be distinguished (void may have the first), and [-1] is an error.  */
#define UPC_BLOCK_FIRST 2147483001
#define UPC_BLOCK_INDEFINITE 2147483001	/* shared [] */
#define UPC_BLOCK_DEFAULT 2147483002	/* shared */
#define UPC_BLOCK_STAR 2147483003	/* shared [*] */
#define UPC_BLOCK_NONE 2147483004
#define UPC_BLOCK_TYPEDEF 2147483005
#define UPC_BLOCK_LAST 2147483005

/* The second argument.  */
#define UPC_MODE_NONE 0
#define UPC_MODE_STRICT 1
#define UPC_MODE_RELAXED 2

/* The argument of UPC_WORD_SIZEOF.  */
#define UPC_SIZEOF_BLOCK 0
#define UPC_SIZEOF_ELEMENT 1
#define UPC_SIZEOF_LOCAL 2

/* THREADS in a bound: the largest prime below 2^29, so that GCC can count the
   bytes of an array of which a thread has as many as it can have, 2^34.  And a
   bound that has THREADS, but is 0.  */
#define UPC_THREADS_MAGIC 536870909
#define UPC_THREADS_ZERO 536870879

/* Functions and variables of the prelude.  */
#define UPC_WORD_THREADS "__upc_threads"
#define UPC_WORD_MYTHREAD "__upc_mythread"
#define UPC_WORD_NOTIFY "__upc_notify_statement"
#define UPC_WORD_WAIT "__upc_wait_statement"
#define UPC_WORD_BARRIER "__upc_barrier_statement"
#define UPC_WORD_FENCE "__upc_fence"
#define UPC_WORD_MISPLACED "__misplaced_"	/* before any of them */
#define UPC_WORD_FORALL "__upc_forall"	/* struct */
#define UPC_WORD_FORALL_ENTER "__upc_forall_enter"
#define UPC_WORD_FORALL_LEAVE "__upc_forall_leave"
#define UPC_WORD_FORALL_MINE "__upc_forall_mine"
#define UPC_WORD_FORALL_CONTROLS "controls"

/* Pragmas.  */
#define UPC_PRAGMA_LEX "gasp_upc_lex"
#define UPC_PRAGMA_MODE "upc"
#define UPC_PRAGMA_END "upc_end"

/* Words that may follow UPC_PRAGMA_MODE besides modes.  */
#define UPC_PRAGMA_C_CODE "c_code"
#define UPC_PRAGMA_UPC_CODE "upc_code"
