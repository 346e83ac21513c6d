/* spelling.c - words and types in GCC's messages, as UPC spells them.

   SPDX-License-Identifier: GPL-3.0-or-later

     __upc_shared [4] __upc_shared [4] int (*)[ (int)__upc_threads * 4]
     shared [4] int (*)[THREADS * 4]

   GCC prints in which space an array is in front of its element's type, and a
   blank in its bound.  So of the sharings that a type begins with, there is one
   too many for each such bound, and one for "[]" that has no blank.  */

#include "upc/upc-plugin.h"

/* The input text, and the output.  */
struct spelling
{
  const char *p;
  auto_vec<char> out;
};

static const struct
{
  const char *gcc, *ours;
} words[] = {
  { "(int)" UPC_WORD_THREADS, "THREADS" },
  { UPC_WORD_THREADS, "THREADS" },
  { "(int)" UPC_WORD_MYTHREAD, "MYTHREAD" },
  { UPC_WORD_MYTHREAD, "MYTHREAD" },
  { UPC_WORD_MISPLACED, "" },
  { UPC_WORD_NOTIFY, "upc_notify" },
  { UPC_WORD_WAIT, "upc_wait" },
  { UPC_WORD_BARRIER, "upc_barrier" },
  { UPC_WORD_FENCE, "upc_fence" },
};

static void
write_text (struct spelling *s, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    s->out.safe_push (text[i]);
}

/* Copies the next character.  */
static void
copy (struct spelling *s)
{
  write_text (s, s->p++, 1);
}

/* How types that mark_multiple (arrays.c) marks are printed.  */
static const char mark[] = "__attribute__((" UPC_MULTIPLE "(";
static const char mark_end[] = "))) ";

static bool
skip_mark (struct spelling *s)
{
  const char *end = startswith (s->p, mark) ? strstr (s->p, mark_end) : NULL;
  if (end)
    s->p = end + strlen (mark_end);
  return end;
}

static bool
write_word (struct spelling *s)
{
  for (size_t i = 0; i < ARRAY_SIZE (words); i++)
    if (startswith (s->p, words[i].gcc))
      {
	s->p += strlen (words[i].gcc);
	write_text (s, words[i].ours, strlen (words[i].ours));
	return true;
      }
  return false;
}

/* Returns the place of the word in a sharing, "strict __upc_shared [3]", that
   P begins; null if it begins none.  */
static const char *
find_shared (const char *p)
{
  if (startswith (p, "strict "))
    p += strlen ("strict ");
  else if (startswith (p, "relaxed "))
    p += strlen ("relaxed ");
  return startswith (p, UPC_WORD_SHARED) ? p : NULL;
}

/* Returns where the sharing ends whose word is at P.  */
static const char *
end_of_sharing (const char *p)
{
  p += strlen (UPC_WORD_SHARED);
  const char *close = startswith (p, " [") ? strchr (p, ']') : NULL;
  return close ? close + 1 : p;
}

/* Returns whether the sharing at P, which ends at END, comes again.  */
static bool
repeated_p (const char *p, const char *end)
{
  const char *next = end;
  while (startswith (next, " ") || startswith (next, "const ")
	 || startswith (next, "volatile "))
    next = strchr (next, ' ') + 1;
  return !strncmp (next, p, end - p);
}

/* Writes the sharing whose word is at SHARED.  */
static void
write_sharing (struct spelling *s, const char *shared)
{
  unsigned n = s->out.length ();
  if (n > 1 && s->out[n - 1] == ' ' && s->out[n - 2] == '*')
    s->out.pop ();
  write_text (s, s->p, shared - s->p);
  s->p = end_of_sharing (shared);
  shared += strlen (UPC_WORD_SHARED) - strlen ("shared");
  write_text (s, shared, s->p - shared);
  if (*s->p == '*')
    write_text (s, " ", 1);
}

/* Returns whether the parenthesis at P begins parameters, not a
   declarator.  */
static bool
parameters_p (const char *p)
{
  return *p == '(' && p[1] != '*' && !startswith (p + 1, mark);
}

/* Returns the end of what the opening parenthesis at P begins.  */
static const char *
skip_parameters (const char *p)
{
  int depth = 0;
  do
    {
      depth += (*p == '(') - (*p == ')');
      p++;
    }
  while (*p && depth > 0);
  return p;
}

/* Returns whether a type, of which DEPTH parentheses are open, ends at P.  */
static bool
type_ends_p (const char *p, int depth)
{
  return !*p || *p == '{' || (depth <= 0 && (*p == ',' || *p == ')'));
}

/* Returns the number of shared arrays in the type that P begins.  */
static int
count_arrays (const char *p)
{
  int n = 0, depth = 0;
  while (!type_ends_p (p, depth))
    if (parameters_p (p))
      p = skip_parameters (p);
    else
      {
	n += startswith (p, "[ ");
	depth += (*p == '(') - (*p == ')');
	p++;
      }
  return n;
}

static void write_type (struct spelling *s);

static void
write_parameters (struct spelling *s)
{
  do
    {
      copy (s);
      write_type (s);
    }
  while (*s->p == ',');
  if (*s->p)
    copy (s);
}

/* Writes a type, or text that ends where a type would.  */
static void
write_type (struct spelling *s)
{
  int arrays = count_arrays (s->p), depth = 0;
  while (!type_ends_p (s->p, depth))
    if (write_word (s) || skip_mark (s))
      continue;
    else if (const char *shared = find_shared (s->p))
      {
	const char *end = end_of_sharing (shared);
	if (arrays-- > 0 || repeated_p (s->p, end))
	  s->p = *end ? end + 1 : end;
	else
	  write_sharing (s, shared);
      }
    else if (parameters_p (s->p))
      write_parameters (s);
    else
      {
	depth += (*s->p == '(') - (*s->p == ')');
	bool bound = startswith (s->p, "[ ");
	copy (s);
	s->p += bound;
      }
}

char *
upc_spell (const char *text)
{
  struct spelling s;
  if (!strstr (text, UPC_WORD_SHARED) && !strstr (text, "__upc_")
      && !strstr (text, UPC_WORD_MISPLACED))
    return NULL;
  s.p = text;
  while (*s.p)
    {
      write_type (&s);
      if (*s.p)
	copy (&s);
    }
  s.out.safe_push ('\0');
  return xstrdup (s.out.address ());
}
