/* unit.h - what the unit tests share.

   SPDX-License-Identifier: Apache-2.0

   A test includes the source that it tests, then this, and ends with main:

     UNIT (test_nothing, test_two);

   Each of these is a void (void) with CHECKs in it.  */

#ifndef TESTSUITE_UNIT_H
#define TESTSUITE_UNIT_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int unit_checks, unit_failures;

/* Counts a check, and tells where it was if it is not TRUE.  */
static bool
unit_check (bool fine, const char *file, int line, const char *text)
{
  unit_checks++;
  if (fine)
    return true;
  unit_failures++;
  printf ("%s:%d: not so: %s\n", file, line, text);
  return false;
}

__attribute__ ((unused)) static void
unit_check_numbers (double got, double want, double within, const char *file, int line,
		    const char *text)
{
  bool same = got == want || fabs (got - want) <= within;
  if (!unit_check (same, file, line, text))
    printf ("  it is %.17g, not %.17g\n", got, want);
}

__attribute__ ((unused)) static void
unit_check_texts (const char *got, const char *want, const char *file, int line,
		  const char *text)
{
  if (!unit_check (got && want ? !strcmp (got, want) : got == want, file, line, text))
    printf ("  it is \"%s\", not \"%s\"\n", got ? got : "(null)", want ? want : "(null)");
}

#define CHECK(what) unit_check (what, __FILE__, __LINE__, #what)
#define CHECK_NEAR(got, want, within) \
  unit_check_numbers ((double) (got), (double) (want), (within), __FILE__, __LINE__, #got)
#define CHECK_NUMBER(got, want) CHECK_NEAR (got, want, 0)
#define CHECK_TEXT(got, want) unit_check_texts ((got), (want), __FILE__, __LINE__, #got)

#define UNIT(...)							\
  int									\
  main (void)								\
  {									\
    static void (*const tests[]) (void) = { __VA_ARGS__ };		\
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)		\
      tests[i]();							\
    printf ("%d checks, %d failed\n", unit_checks, unit_failures);	\
    return unit_failures || !unit_checks;				\
  }									\
  extern int main (void)

#endif /* TESTSUITE_UNIT_H */
