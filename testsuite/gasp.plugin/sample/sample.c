/* sample.c - C of many kinds, to be compiled, not run.

   SPDX-License-Identifier: Apache-2.0  */

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *left, *right; int key; double value[4]; };
static jmp_buf place;
static __thread int local;
#pragma pupc off
int (*hook) (int);

static inline int
square (int n)
{
  return n * n;
}

struct node *
insert (struct node *tree, int key)
{
  if (!tree)
    {
      tree = calloc (1, sizeof *tree);
      if (!tree)
	abort ();
      tree->key = key;
    }
  else if (key < tree->key)
    tree->left = insert (tree->left, key);
  else
    tree->right = insert (tree->right, key);
  return tree;
}

#pragma pupc on
double
total (const char *format, ...)
{
  va_list args;
  double sum = 0;

  va_start (args, format);
  for (; *format; format++)
    switch (*format)
      {
      case 'i': sum += square (va_arg (args, int)); break;
      case 'd': sum += va_arg (args, double); break;
      default: longjmp (place, *format);
      }
  va_end (args);
  return sum;
}

int
guarded (int n)
{
  char buffer[n + 1], *copy;

  if (setjmp (place))
    return -1;
  memset (buffer, 'i', n);
  buffer[n] = 0;
  copy = strdup (buffer);
  local += hook ? hook (n) : 0;
  free (copy);
  return printf ("%g\n", total (buffer, 1, 2, 3)) + local;
}

int
main (int argc, char **argv)
{
  struct node *tree = NULL;
  int i;

  for (i = 1; i < argc; i++)
    tree = insert (tree, atoi (argv[i]));
  if (argc > 100)
    exit (3);
  return guarded (argc) < 0;
}
