/* generate.c - write a random UPC program that a C compiler understands as well.

   SPDX-License-Identifier: Apache-2.0

     generate SEED >program.upc

   The program has shared arrays of all layouts, and goes through them in phases:
   in each, one array is written, mostly by upc_forall, and others are read.  To
   a C compiler, the macros of random.h make everything private and one thread
   do all of it; what is printed is the same.  */

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long state;

/* Random, from 0 up to N.  */
static int
below (int n)
{
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (state >> 33) % n;
}

/* True once in N times.  */
static int
once_in (int n)
{
  return below (n) == 0;
}

/* Text as printf makes it.  It stays until the end.  */
static const char *
text (const char *format, ...)
{
  char *result;
  va_list arguments;

  va_start (arguments, format);
  if (vasprintf (&result, format, arguments) < 0)
    abort ();
  va_end (arguments);
  return result;
}

/* ---- Arrays.  */

enum layout { CYCLIC, BLOCKED, SPREAD, INDEFINITE, LAYOUTS };

struct array
{
  const char *name, *type;
  /* What of an element is worked with.  */
  const char *field;
  enum layout layout;
  const char *qualifier, *block;
  int run;			/* so many from the first on are in a block */
  const char *rows, *columns;	/* ROWS is null if it has one dimension */
  const char *size;
};

#define ARRAYS 6
static struct array arrays[ARRAYS];

/* In one dimension they have one of the first two, so that loops go through more
   than one array at once; what is on one thread must not name THREADS.  */
static const char *lengths[3];

/* The smallest.  */
#define LEAST 9

static void
set_layout (struct array *a)
{
  int block = below (LEAST) + 1;
  switch (a->layout)
    {
    case CYCLIC:
      a->qualifier = "CYCLIC";
      a->block = "1";
      a->run = 1;
      break;
    case BLOCKED:
      a->qualifier = text ("SHARED (%d)", block);
      a->block = text ("%d", block);
      a->run = block;
      break;
    case SPREAD:
      a->qualifier = "SHARED (*)";
      a->block = text ("((%s + THREADS - 1) / THREADS)", a->size);
      a->run = LEAST;
      break;
    default:
      a->qualifier = "SHARED ()";
      a->block = a->size;
      a->run = LEAST;
    }
}

static struct array
an_array (int number)
{
  static const char *const types[]
    = { "signed char", "short", "int", "unsigned", "long", "double",
	"struct s" };
  static const char *const fields[] = { ".a", ".c", ".d", ".b[1]" };
  struct array a = { .name = text ("a%d", number), .type = types[below (7)] };
  const char *length, *other = text ("%d", below (5) + 2);

  a.layout = below (LAYOUTS);
  length = lengths[a.layout == INDEFINITE ? 2 : below (2)];
  a.field = strcmp (a.type, "struct s") ? "" : fields[below (4)];
  a.columns = a.size = length;
  if (once_in (3))
    {
      a.rows = once_in (2) ? length : other;
      a.columns = a.rows == length ? other : length;
      a.size = text ("(%s * %s)", a.rows, a.columns);
    }
  set_layout (&a);
  return a;
}

static void
declare (const struct array *a)
{
  printf ("%s%s %s %s", once_in (3) ? "static " : "", a->qualifier, a->type,
	  a->name);
  if (a->rows)
    printf ("[%s]", a->rows);
  printf ("[%s]", a->columns);
  if (!a->rows && a->layout != SPREAD && !*a->field && once_in (3))
    printf (" = { 3, 1, 4, 1, 5 }");
  printf (";\n");
}

static const struct array *
any_but (const struct array *written)
{
  const struct array *a;
  do
    a = &arrays[below (ARRAYS)];
  while (a == written);
  return a;
}

/* The element of A at the linear INDEX.  */
static const char *
element (const struct array *a, const char *index)
{
  return a->rows ? text ("%s[(%s) / %s][(%s) %% %s]", a->name, index,
			 a->columns, index, a->columns)
		 : text ("%s[%s]", a->name, index);
}

/* ---- Expressions, of type unsigned long, that do not read the array WRITTEN.
   Where there is a loop, i goes from 2 up to the size of that less 2.  */

struct where
{
  const struct array *written;
  int in_loop;
};

static const char *
an_index (const struct array *a, const struct where *where)
{
  if (where->in_loop && !strcmp (a->size, where->written->size)
      && !once_in (4))
    {
      int distance = below (5) - 2;
      return distance == 0 ? "i"
	     : text ("i %c %d", distance < 0 ? '-' : '+', abs (distance));
    }
  return text ("(%s * %du + %du) %% %s", where->in_loop ? "i" : "3",
	       below (5) + 1, below (40), a->size);
}

static const char *
a_value (const struct where *where, int depth)
{
  static const char operators[] = "+-*^|&";
  if (depth > 0 && once_in (8))
    return text ("(%s ? %s : %s)", a_value (where, depth - 1),
		 a_value (where, depth - 1), a_value (where, depth - 1));
  if (depth > 0 && !once_in (6))
    return text ("(%s %c %s)", a_value (where, depth - 1),
		 operators[below (6)], a_value (where, depth - 1));
  if (once_in (4))
    return text ("%dul", below (1000));
  if (where->in_loop && once_in (4))
    return "(unsigned long) i";
  const struct array *a = any_but (where->written);
  return text ("(unsigned long) %s%s", element (a, an_index (a, where)),
	       a->field);
}

/* What is stored: small enough for a double.  */
static const char *
stored (const struct where *where)
{
  return text ("%s %% 1000u", a_value (where, below (3) + 1));
}

/* ---- Statements.  */

/* Change TARGET, an element or what points there, with its field.  */
static void
write_target (const char *target, const struct where *where)
{
  switch (below (6))
    {
    case 0:
      printf ("      %s = ((long) %s + %s) & 511;\n", target, target,
	      stored (where));
      break;
    case 1:
      printf ("      %s++;\n", target);
      /* fall through */
    case 2:
      printf ("      %s += %s;\n", target, stored (where));
      break;
    default:
      printf ("      %s = %s;\n", target, stored (where));
    }
}

/* As the body of a loop.  INDEX is another's in each round.  */
static void
write_body (const char *index, const struct where *where)
{
  const struct array *a = where->written, *other = any_but (a);
  if (once_in (6))
    printf ("      if (%s %% 3 == 0)\n\tcontinue;\n", a_value (where, 1));
  if (!strcmp (other->type, a->type) && once_in (2))
    printf ("      %s = %s;\n", element (a, index),
	    element (other, an_index (other, where)));
  else
    write_target (text ("%s%s", element (a, index), a->field), where);
}

/* Which thread does what, of a loop that writes A at INDEX.  */
static const char *
an_affinity (const struct array *a, const char *index)
{
  const struct array *other = any_but (a);
  switch (below (5))
    {
    case 0:
      return "i";
    case 1:
      return text ("i * %d + %d", below (3) + 1, below (7));
    case 2:
      if (!strcmp (other->size, a->size))
	return text ("&%s", element (other, "i"));
      /* fall through */
    default:
      return text ("&%s", element (a, index));
    }
}

/* ---- Phases: functions that write A.  */

static void
loop_upwards (const struct array *a)
{
  static const char *const types[] = { "int", "long", "size_t", "unsigned" };
  const char *index = once_in (4) ? text ("%s - 1 - i", a->size) : "i";
  printf ("  %s i;\n  FORALL (i = 2, i < %s - 2, i += %d, %s)\n    {\n",
	  types[below (4)], a->size, once_in (3) ? below (3) + 2 : 1,
	  an_affinity (a, index));
  write_body (index, &(struct where) { a, 1 });
  printf ("    }\n");
}

static void
loop_downwards (const struct array *a)
{
  printf ("  %s i;\n  FORALL (i = %s - 3, i >= 2, i -= %d, %s)\n    {\n",
	  once_in (2) ? "int" : "long", a->size, below (2) + 1,
	  an_affinity (a, "i"));
  write_body ("i", &(struct where) { a, 1 });
  printf ("    }\n");
}

static void
loop_by_threads (const struct array *a)
{
  static const char *const types[] = { "int", "long", "size_t", "unsigned" };
  const char *index = once_in (4) ? text ("%s - 1 - i", a->size) : "i";
  if (once_in (3))
    printf ("  %s i;\n  DOWN_BY_THREADS (i, %s - 3, i >= 2)\n    {\n",
	    types[below (2)], a->size);
  else
    printf ("  %s i;\n  UP_BY_THREADS (i, 2, i < %s - 2)\n    {\n",
	    types[below (4)], a->size);
  write_body (index, &(struct where) { a, 1 });
  printf ("    }\n");
}

/* There are no pointers to what is spread.  */
static void
loop_by_pointer (const struct array *a)
{
  if (a->layout == SPREAD)
    {
      loop_upwards (a);
      return;
    }
  const char *first = element (a, "0");
  printf ("  %s %s *p, *end = &%s + %s - 2;\n"
	  "  FORALL (p = &%s + 2, p < end, p++, p)\n    {\n"
	  "      long i = p - &%s;\n", a->qualifier, a->type, first, a->size,
	  first, first);
  write_target (text ("(*p)%s", a->field), &(struct where) { a, 1 });
  printf ("    }\n");
}

static void
loop_by_own_pointer (const struct array *a)
{
  const char *own = text ("&%s", element (a, "i"));
  printf ("  int i;\n  FORALL (i = 2, i < %s - 2, i++, %s)\n    {\n"
	  "      %s *q = (%s *) %s;\n", a->size, own, a->type, a->type, own);
  write_target (text ("(*q)%s", a->field), &(struct where) { a, 1 });
  printf ("    }\n");
}

static void
loop_in_loop (const struct array *a)
{
  if (!a->rows)
    {
      loop_by_pointer (a);
      return;
    }
  int outer = once_in (2);
  printf ("  int r, c;\n  FORALL (r = 0, r < %s, r++, %s)\n"
	  "  FORALL (c = 0, c < %s, c++, %s)\n    {\n"
	  "      long i = (long) r * %s + c;\n"
	  "      if (i < 2 || i >= %s - 2)\n\tcontinue;\n", a->rows,
	  outer ? text ("&%s[r][0]", a->name) : "continue", a->columns,
	  outer ? "continue" : text ("&%s[r][c]", a->name), a->columns, a->size);
  write_target (text ("%s[r][c]%s", a->name, a->field),
		&(struct where) { a, 1 });
  printf ("    }\n");
}

/* One thread goes through some of it by a pointer.  */
static void
walk (const struct array *a)
{
  int step = below (4) + 1;
  if (a->layout == SPREAD)
    {
      loop_downwards (a);
      return;
    }
  printf ("  if (ON (THREADS - 1))\n    {\n"
	  "      %s %s *p = &%s;\n      int n;\n"
	  "      for (n = 0; n < %d; n++, p += %d)\n      {\n", a->qualifier,
	  a->type, element (a, text ("%d", below (4))),
	  (LEAST - 4) / step + 1, step);
  write_target (text ("(*p)%s", a->field), &(struct where) { a, 0 });
  printf ("      }\n    }\n");
}

/* One thread takes a block, and puts it back.  */
static void
copy (const struct array *a)
{
  int count = below (a->run) + 1;
  printf ("  if (ON (0))\n    {\n      %s own[%d];\n"
	  "      upc_memget (own, &%s, sizeof own);\n", a->type, count,
	  element (a, "0"));
  write_target (text ("own[%d]%s", below (count), a->field),
		&(struct where) { a, 0 });
  printf ("      upc_memput (&%s, own, sizeof own);\n    }\n",
	  element (a, "0"));
}

static void (*const phases[]) (const struct array *) = {
  loop_upwards, loop_upwards, loop_upwards, loop_downwards, loop_by_pointer,
  loop_by_own_pointer, loop_in_loop, loop_by_threads, loop_by_threads, walk,
  copy
};
#define PHASES 12

static void
write_phase (int number)
{
  const struct array *a = &arrays[below (ARRAYS)];
  printf ("\n%sstatic void\nphase%d (void)\n{\n",
	  once_in (3) ? "__attribute__ ((noipa)) " : "", number);
  phases[below (sizeof phases / sizeof *phases)] (a);
  printf ("  upc_barrier;\n}\n");
}

/* ---- What is printed.  */

/* A function that goes through what is like A, from a pointer on.  */
static void
write_sum (const struct array *a)
{
  printf ("\n%sstatic unsigned long\nsum_%s (%s %s *p, long n)\n{\n"
	  "  unsigned long sum = 0;\n  long i;\n"
	  "  for (i = 0; i < n; i++)\n"
	  "    sum = sum * 31 + (unsigned long) %s%s;\n  return sum;\n}\n",
	  once_in (2) ? "__attribute__ ((noipa)) " : "", a->name, a->qualifier,
	  a->type, once_in (2) ? "p[i]" : "(*p++)", a->field);
}

static void
write_check (void)
{
  for (int k = 0; k < ARRAYS; k++)
    if (arrays[k].layout != SPREAD)
      write_sum (&arrays[k]);
  printf ("\nstatic void\ncheck (int phase)\n{\n"
	  "  unsigned long sum = 0;\n  long i;\n  if (ON (0))\n    {\n");
  for (int k = 0; k < ARRAYS; k++)
    {
      const struct array *a = &arrays[k];
      if (a->layout != SPREAD)
	printf ("      sum = sum * 31 + sum_%s (&%s, %s);\n", a->name,
		element (a, "0"), a->size);
      printf ("      for (i = 0; i < %s; i++)\n"
	      "\tsum = sum * 31 + (unsigned long) %s%s;\n", a->size,
	      element (a, "i"), a->field);
    }
  printf ("      printf (\"phase %%d: %%lx\\n\", phase, sum);\n    }\n"
	  "  upc_barrier;\n}\n");
}

static void
write_main (void)
{
  printf ("\nint\nmain (void)\n{\n  long i;\n  unsigned long sum = 0;\n");
  for (int k = 0; k < ARRAYS; k++)
    printf ("  for (i = 0; i < %s; i++)\n"
	    "    sum = sum * 31 + PLACE (%s, i, %s, %d);\n", arrays[k].size,
	    element (&arrays[k], "i"), arrays[k].block,
	    arrays[k].layout == INDEFINITE);
  printf ("  if (ON (0))\n    printf (\"places: %%lx\\n\", sum);\n");
  for (int n = 0; n < PHASES; n++)
    printf ("  phase%d ();\n  check (%d);\n", n, n);
  printf ("  return 0;\n}\n");
}

int
main (int argc, char **argv)
{
  state = argc > 1 ? strtoull (argv[1], NULL, 0) : 1;
  printf ("/* From the random number %llu.  */\n\n#include \"random.h\"\n\n",
	  state);
  for (int k = 0; k < 2; k++)
    lengths[k] = text ("(%d * THREADS)", below (12) + LEAST);
  lengths[2] = text ("%d", below (60) + LEAST);
  for (int k = 0; k < ARRAYS; k++)
    {
      arrays[k] = an_array (k);
      declare (&arrays[k]);
    }
  for (int n = 0; n < PHASES; n++)
    write_phase (n);
  write_check ();
  write_main ();
  return 0;
}
