/* Linked lists whose elements all threads add, under locks, strictly.

   SPDX-License-Identifier: Apache-2.0

   { dg-conduits smp mpi }  */

#include <upc_strict.h>
#include <stdio.h>
#include <stdlib.h>
#include "../check.h"

struct node;
typedef shared struct node *nodep;

struct node
{
  int val;
  nodep next;
  shared [] char *name;

  union
  {
    int i;
    shared void *p;
  } u;
};

relaxed shared nodep heads[THREADS];

typedef struct
{
  shared struct node *head;
  upc_lock_t *l;
  int len;
} list_t;

shared list_t lists[THREADS];

static void
push (shared list_t *l, int v)
{
  nodep n = (nodep)upc_alloc (sizeof (struct node));
  n->val = v;
  n->name = upc_alloc (3);
  n->name[0] = 'a' + v % 26;
  n->name[1] = 0;
  n->u.p = n;
  upc_lock (l->l);
  n->next = l->head;
  l->head = n;
  l->len++;
  upc_unlock (l->l);
}

int
main ()
{
  int i, t, bad = 0;
  long sum = 0;
  lists[MYTHREAD].l = upc_global_lock_alloc ();
  lists[MYTHREAD].head = NULL;
  lists[MYTHREAD].len = 0;
  upc_barrier;
  for (i = 0; i < 20; i++)
    for (t = 0; t < THREADS; t++)
      push (&lists[t], i * THREADS + MYTHREAD);
  upc_barrier;
  {
    nodep p;
    int n = 0, from[THREADS];
    for (i = 0; i < THREADS; i++)
      from[i] = 0;
    for (p = lists[MYTHREAD].head; p != NULL; p = p->next, n++)
      {
	sum += p->val;
	from[upc_threadof (p)]++;
	if (p->name[0] != 'a' + p->val % 26 || p->u.p != p
	    || p->val % THREADS != upc_threadof (p))
	  bad++;
	if (upc_threadof (p->name) != upc_threadof (p))
	  bad++;
      }
    if (n != 20 * THREADS || n != lists[MYTHREAD].len)
      bad++;
    for (i = 0; i < THREADS; i++)
      if (from[i] != 20)
	bad++;
    if (sum != (20L * THREADS) * (20 * THREADS - 1) / 2)
      bad++;
  }
  CHECK_IS (bad, 0);
  upc_barrier;
  for (nodep p = lists[MYTHREAD].head, q; p; p = q)
    {
      q = p->next;
      upc_free (p->name);
      upc_free (p);
    }
  upc_lock_free (lists[MYTHREAD].l);
  return 0;
}
