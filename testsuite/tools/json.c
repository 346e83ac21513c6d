/* json.c - whether standard input is one JSON value.

   SPDX-License-Identifier: Apache-2.0

   For the tests, where there is no Python.  Status 0 if it is.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int next;		/* character not yet taken */

static void
take (void)
{
  next = getchar ();
}

static void
blank (void)
{
  while (next == ' ' || next == '\t' || next == '\n' || next == '\r')
    take ();
}

static void
bad (const char *what)
{
  printf ("%s at byte %ld\n", what, ftell (stdin));
  exit (1);
}

static void
expect (int c)
{
  if (next != c)
    bad ("unexpected character");
  take ();
}

static void
string (void)
{
  int i;

  expect ('"');
  while (next != '"')
    {
      if (next == EOF || next < ' ')
	bad ("string");
      if (next == '\\')
	{
	  take ();
	  if (next == EOF || !strchr ("\"\\/bfnrtu", next))
	    bad ("escape");
	  for (i = next == 'u' ? 4 : 0; i > 0; i--)
	    {
	      take ();
	      if (!isxdigit (next))
		bad ("escape");
	    }
	}
      take ();
    }
  take ();
}

static void
digits (void)
{
  if (!isdigit (next))
    bad ("number");
  while (isdigit (next))
    take ();
}

static void
number (void)
{
  if (next == '-')
    take ();
  if (next == '0')
    take ();
  else
    digits ();
  if (next == '.')
    {
      take ();
      digits ();
    }
  if (next == 'e' || next == 'E')
    {
      take ();
      if (next == '+' || next == '-')
	take ();
      digits ();
    }
}

static void value (void);

static void
member (void)
{
  blank ();
  string ();
  blank ();
  expect (':');
  value ();
}

/* What stands between OPEN and CLOSE, with commas between.  */
static void
list (int open, int close, void (*element) (void))
{
  expect (open);
  blank ();
  if (next != close)
    for (element (); next == ','; element ())
      take ();
  expect (close);
}

static void
word (const char *text)
{
  while (*text)
    expect (*text++);
}

static void
value (void)
{
  blank ();
  switch (next)
    {
    case '{': list ('{', '}', member); break;
    case '[': list ('[', ']', value); break;
    case '"': string (); break;
    case 't': word ("true"); break;
    case 'f': word ("false"); break;
    case 'n': word ("null"); break;
    default: number (); break;
    }
  blank ();
}

int
main (void)
{
  take ();
  value ();
  if (next != EOF)
    bad ("more behind the value");
  return 0;
}
