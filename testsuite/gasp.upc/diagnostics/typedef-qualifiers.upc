/* UPC 1.3, 6.5.0.1, 6.5.1.1, 6.5.2: block sizes and modes that come through
   typedefs.

   SPDX-License-Identifier: Apache-2.0

   { dg-do compile }  */

#include <upc.h>

typedef shared [2] int two;
typedef strict shared int firm;
typedef int *shared place;

shared [2] two again;
shared two without;
shared [3] two other;		/* { dg-error "16: error: more than one block size: the type is 'shared .2.' already" } */
shared [] two *target;		/* { dg-error "16: error: more than one block size" } */
place shared [3] q;

strict firm also;
relaxed firm no;		/* { dg-error "both 'strict' and 'relaxed'" } */
relaxed shared firm  neither;	/* { dg-error "both 'strict' and 'relaxed'" } */

int *strict p;			/* { dg-error "'strict' without 'shared'" } */
place *relaxed r;		/* { dg-error "'relaxed' without 'shared'" } */
strict int s;			/* { dg-error "'strict' without 'shared'" } */
place strict t;

char *shared pointer (void);		/* { dg-error "result of a function is declared as shared" } */
char *shared [3] (*pointers) (void);	/* { dg-error "result of a function is declared as shared" } */

two result (void);			/* { dg-error "result of a function is declared as shared" } */
place location (void);			/* { dg-error "result of a function is declared as shared" } */
two (*results) (void);			/* { dg-error "result of a function is declared as shared" } */
two *target_of (two *), *also_target (void), array_of[2 * THREADS];
place *(*targets) (void);

/* What a typedef leaves open may be specified once; not "shared [1]".  */
typedef shared int open;
typedef shared [1] int one;
typedef shared [2] open closed;
shared [2] open allowed[2 * THREADS];
shared [2] one blocked[2 * THREADS];	/* { dg-error "the type is 'shared' already" } */
shared [2] firm as_well[2 * THREADS];
shared [3] closed other_again;		/* { dg-error "more than one block size" } */
shared [2] shared [3] open twice;	/* { dg-error "more than one block size" } */
