/* rust.c - names of Rust's functions.  See rust.h.

   SPDX-License-Identifier: Apache-2.0

   A symbol is a term in prefix form (RFC 2603), which is read once from left to
   right, and printed as it is read.  "B" refers back to a part before.  Hashes
   of crates, lifetimes and the values of constants other than integers are left
   out.  What is not understood makes the whole symbol stand for nothing.  */

#include "base/object/rust.h"
#include "base/util.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No name that is longer, or deeper, is of use to anybody.  */
#define LONGEST 4096
#define DEEPEST 200

struct term
{
  const char *start, *at;	/* behind "_R" */
  char text[LONGEST];
  size_t length;
  int depth, silent;		/* SILENT: nothing is printed */
  bool failed;
};

static void path (struct term *t, bool in_value);
static void type (struct term *t);

/* ---- Reading and printing.  */

static void
put (struct term *t, const char *text, size_t length)
{
  if (t->silent || t->failed)
    return;
  if (t->length + length >= LONGEST)
    t->failed = true;
  else
    {
      memcpy (t->text + t->length, text, length);
      t->length += length;
    }
}

static void
say (struct term *t, const char *text)
{
  put (t, text, strlen (text));
}

/* Takes C, if it is next.  */
static bool
take (struct term *t, char c)
{
  bool is_next = !t->failed && *t->at == c;
  t->at += is_next;
  return is_next;
}

static char
next (struct term *t)
{
  if (t->failed || !*t->at)
    {
      t->failed = true;
      return '\0';
    }
  return *t->at++;
}

/* Returns the number that "_" is behind, in 62 digits.  */
static uint64_t
number (struct term *t)
{
  uint64_t value = 0;
  if (take (t, '_'))
    return 0;
  for (char c; (c = next (t)) != '_' && !t->failed;)
    {
      unsigned int digit = c >= '0' && c <= '9' ? c - '0'
			   : c >= 'a' && c <= 'z' ? c - 'a' + 10
			   : c >= 'A' && c <= 'Z' ? c - 'A' + 36 : 62;
      t->failed |= digit == 62 || value > UINT64_MAX / 62 - 1;
      value = value * 62 + digit;
    }
  return value + 1;
}

/* Returns the number that KIND and digits are, plus 1; or 0 without them.  */
static uint64_t
optional (struct term *t, char kind)
{
  return take (t, kind) ? number (t) + 1 : 0;
}

/* A name, and which one it is of those that are alike.  */
struct name { const char *text; size_t length; uint64_t which; bool is_coded; };

static struct name
read_name (struct term *t)
{
  struct name name = { .which = optional (t, 's') };
  name.is_coded = take (t, 'u');
  while (*t->at >= '0' && *t->at <= '9' && name.length < LONGEST)
    {
      name.length = name.length * 10 + (size_t) (*t->at++ - '0');
      if (!name.length)
	break;
    }
  take (t, '_');
  name.text = t->at;
  if (strnlen (t->at, name.length) < name.length)
    t->failed = true;
  else
    t->at += name.length;
  return name;
}

static void
put_name (struct term *t, const struct name *name)
{
  if (name->is_coded)
    say (t, "punycode{");
  put (t, name->text, name->length);
  if (name->is_coded)
    say (t, "}");
}

/* Reads by READER what is referred to, further before.  */
static void
refer (struct term *t, void (*reader) (struct term *))
{
  const char *from = t->at - 1;
  uint64_t offset = number (t);
  const char *behind = t->at;
  if (t->failed || offset >= (uint64_t) (from - t->start))
    {
      t->failed = true;
      return;
    }
  if (t->silent)
    return;
  t->at = t->start + offset;
  reader (t);
  t->at = behind;
}

/* ---- Types and constants.  */

static const char *
basic_type (char c)
{
  static const char *const names[] = {
    "i8", "bool", "char", "f64", "str", "f32", NULL, "u8", "isize", "usize",
    NULL, "i32", "u32", "i128", "u128", "_", NULL, NULL, "i16", "u16", "()",
    "...", NULL, "i64", "u64", "!"
  };
  return c >= 'a' && c <= 'z' ? names[c - 'a'] : NULL;
}

/* Reads the digits of a constant of TYPE.  */
static void
value (struct term *t, char kind)
{
  uint64_t all = 0;
  char text[32];
  bool is_negative = take (t, 'n');
  for (char c; (c = next (t)) != '_' && !t->failed;)
    all = all * 16 + (uint64_t) (c <= '9' ? c - '0' : c - 'a' + 10);
  if (kind == 'b')
    say (t, all ? "true" : "false");
  else
    {
      snprintf (text, sizeof text, "%s%llu", is_negative ? "-" : "",
		(unsigned long long) all);
      say (t, text);
    }
}

static void
constant (struct term *t)
{
  char c = next (t);
  if (c == 'B')
    refer (t, constant);
  else if (c == 'p')
    say (t, "_");
  else if (basic_type (c))
    value (t, c);
  else
    t->failed = true;
}

/* Reads what READER does, up to "E".  Returns how often.  */
static int
list (struct term *t, void (*reader) (struct term *))
{
  int count = 0;
  for (; !take (t, 'E') && !t->failed; count++)
    {
      if (count)
	say (t, ", ");
      reader (t);
    }
  return count;
}

static void
argument (struct term *t)
{
  if (take (t, 'L'))
    {
      number (t);
      say (t, "'_");
    }
  else if (take (t, 'K'))
    constant (t);
  else
    type (t);
}

/* Reads a type of functions.  */
static void
function_type (struct term *t)
{
  optional (t, 'G');
  if (take (t, 'U'))
    say (t, "unsafe ");
  if (take (t, 'K'))
    {
      say (t, "extern \"");
      if (take (t, 'C'))
	say (t, "C");
      else
	{
	  struct name name = read_name (t);
	  put_name (t, &name);
	}
      say (t, "\" ");
    }
  say (t, "fn(");
  list (t, type);
  say (t, ")");
  if (!take (t, 'u'))
    {
      say (t, " -> ");
      type (t);
    }
}

/* Reads a trait, and the types that it is given by name, which stand beside its
   arguments.  */
static void
trait (struct term *t)
{
  path (t, false);
  bool is_open = !t->silent && t->length && t->text[t->length - 1] == '>';
  bool has_types = false;
  for (; take (t, 'p'); has_types = true)
    {
      struct name name = read_name (t);
      t->length -= is_open && !has_types;
      say (t, is_open || has_types ? ", " : "<");
      put_name (t, &name);
      say (t, " = ");
      type (t);
    }
  if (has_types)
    say (t, ">");
}

/* Reads what an object has of traits.  */
static void
traits (struct term *t)
{
  optional (t, 'G');
  for (int count = 0; !take (t, 'E') && !t->failed; count++)
    {
      if (count)
	say (t, " + ");
      trait (t);
    }
  if (take (t, 'L'))
    number (t);
}

static void
array (struct term *t, bool has_size)
{
  say (t, "[");
  type (t);
  say (t, has_size ? "; " : "");
  if (has_size)
    constant (t);
  say (t, "]");
}

/* Reads a type that C, which was taken, begins.  */
static void
larger_type (struct term *t, char c)
{
  switch (c)
    {
    case 'A': case 'S':
      array (t, c == 'A');
      return;
    case 'T':
      say (t, "(");
      if (list (t, type) == 1)
	say (t, ",");
      say (t, ")");
      return;
    case 'R': case 'Q': case 'P': case 'O':
      if (take (t, 'L'))
	number (t);
      say (t, c == 'R' ? "&" : c == 'Q' ? "&mut "
	      : c == 'P' ? "*const " : "*mut ");
      type (t);
      return;
    case 'F':
      function_type (t);
      return;
    case 'D':
      say (t, "dyn ");
      traits (t);
      return;
    case 'B':
      refer (t, type);
      return;
    default:
      t->at--;
      path (t, false);
    }
}

static void
type (struct term *t)
{
  char c = next (t);
  const char *basic = basic_type (c);
  if (++t->depth > DEEPEST)
    t->failed = true;
  if (basic)
    say (t, basic);
  else if (!t->failed)
    larger_type (t, c);
  t->depth--;
}

/* ---- Paths.  */

/* Reads a path that is not shown.  */
static void
hidden_path (struct term *t)
{
  t->silent++;
  path (t, false);
  t->silent--;
}

/* Reads what is within another path.  A closure has a number.  */
static void
nested (struct term *t, bool in_value)
{
  char space = next (t), text[32];
  path (t, in_value);
  struct name name = read_name (t);
  if (space >= 'A' && space <= 'Z')
    {
      say (t, space == 'C' ? "::{closure" : space == 'S' ? "::{shim" : "::{");
      put (t, &space, space != 'C' && space != 'S');
      say (t, name.length ? ":" : "");
      put_name (t, &name);
      snprintf (text, sizeof text, "#%llu}", (unsigned long long) name.which);
      say (t, text);
    }
  else if (name.length)
    {
      say (t, "::");
      put_name (t, &name);
    }
}

static void
path_of_type (struct term *t)
{
  path (t, false);
}

static void
path_of_value (struct term *t)
{
  path (t, true);
}

/* Reads "<TYPE as TRAIT>".  */
static void
type_and_trait (struct term *t, bool has_trait)
{
  say (t, "<");
  type (t);
  if (has_trait)
    {
      say (t, " as ");
      path (t, false);
    }
  say (t, ">");
}

/* Reads a path with its arguments.  */
static void
given_path (struct term *t, bool in_value)
{
  path (t, in_value);
  say (t, in_value ? "::<" : "<");
  list (t, argument);
  say (t, ">");
}

/* Reads a path that C, which was taken, begins.  */
static void
larger_path (struct term *t, char c, bool in_value)
{
  struct name name;
  switch (c)
    {
    case 'C':
      name = read_name (t);
      put_name (t, &name);
      break;
    case 'M': case 'X':
      optional (t, 's');
      hidden_path (t);
      type_and_trait (t, c == 'X');
      break;
    case 'Y':
      type_and_trait (t, true);
      break;
    case 'N':
      nested (t, in_value);
      break;
    case 'I':
      given_path (t, in_value);
      break;
    case 'B':
      refer (t, in_value ? path_of_value : path_of_type);
      break;
    default:
      t->failed = true;
    }
}

/* Reads a path; where it is IN_VALUE, arguments are behind "::".  */
static void
path (struct term *t, bool in_value)
{
  char c = next (t);
  if (++t->depth > DEEPEST)
    t->failed = true;
  if (!t->failed)
    larger_path (t, c, in_value);
  t->depth--;
}

char *
rust_path (const char *symbol)
{
  struct term *t = allocate (1, sizeof *t);
  t->start = t->at = symbol + 2;
  path (t, true);
  char *result = t->failed || strncmp (symbol, "_R", 2) ? NULL
		 : print_string ("%.*s", (int) t->length, t->text);
  free (t);
  return result;
}

/* ---- The older form.  */

/* Returns whether TEXT begins with the digits of a hash.  */
static bool
is_hash (const char *text)
{
  return strspn (text, "0123456789abcdef") >= 16;
}

unsigned long
older_rust_length (const char *symbol)
{
  const char *hash = strstr (symbol, "17h");
  while (hash && (!is_hash (hash + 3) || hash[19] != 'E'))
    hash = strstr (hash + 1, "17h");
  return !strncmp (symbol, "_ZN", 3) && hash
	 ? (unsigned long) (hash + 20 - symbol) : 0;
}

void
simplify_older_rust (char *name)
{
  static const struct { char code[8], sign[3]; } signs[] = {
    { "$LT$", "<" }, { "$GT$", ">" }, { "$RF$", "&" }, { "$BP$", "*" },
    { "$LP$", "(" }, { "$RP$", ")" }, { "$C$", "," }, { "$SP$", "@" },
    { "$u20$", " " }, { "$u27$", "'" }, { "$u5b$", "[" }, { "$u5d$", "]" },
    { "$u7b$", "{" }, { "$u7d$", "}" }, { "$u3b$", ";" }, { "$u2b$", "+" },
    { "..", "::" }
  };
  char *to = name, *hash = strrchr (name, ':');
  if (hash && hash > name && hash[1] == 'h' && is_hash (hash + 2))
    hash[-1] = '\0';
  for (const char *from = name; *from;)
    {
      size_t i = 0;
      while (i < sizeof signs / sizeof *signs
	     && strncmp (from, signs[i].code, strlen (signs[i].code)))
	i++;
      bool is_sign = i < sizeof signs / sizeof *signs;
      /* An underscore stands before a sign that begins a name.  */
      if (*from == '_' && from[1] == '$' && (to == name || to[-1] == ':'))
	from++;
      else if (is_sign)
	{
	  memcpy (to, signs[i].sign, strlen (signs[i].sign));
	  to += strlen (signs[i].sign);
	  from += strlen (signs[i].code);
	}
      else
	*to++ = *from++;
    }
  *to = '\0';
}
