/* Values of options, and the format that follows from a file's name
   (options.c).

   SPDX-License-Identifier: Apache-2.0  */

#include <options.c>
#include "unit.h"

#define FORMATS "text|json|html|speedscope"

static void
test_formats_by_names (void)
{
  CHECK_TEXT (format_for (NULL, "out.json", FORMATS, "text"), "json");
  CHECK_TEXT (format_for (NULL, "a.b/out.html", FORMATS, "text"), "html");
  CHECK_TEXT (format_for (NULL, "out.speedscope.json", FORMATS, "text"),
	      "speedscope");
  CHECK_TEXT (format_for (NULL, "out.html.json", "json", "text"), "json");
  CHECK_TEXT (format_for (NULL, ".html.json", FORMATS, "text"), "json");
  CHECK_TEXT (format_for (NULL, "out.txt", FORMATS, "html"), "text");
}

static void
test_names_that_say_nothing (void)
{
  static const char *const names[]
      = { "out",	"",	     "json",	 ".json",	  "out.",
	  "a.json/out", "out.jsonx", "out.JSON", "out.text|json", "-" };
  CHECK_TEXT (format_for (NULL, NULL, FORMATS, "html"), "html");
  for (size_t i = 0; i < COUNT_OF (names); i++)
    CHECK_TEXT (format_for (NULL, names[i], FORMATS, "html"), "html");
}

static void
test_what_is_given_counts (void)
{
  CHECK_TEXT (format_for ("html", "out.json", FORMATS, "text"), "html");
}

static void
test_choices (void)
{
  CHECK (is_choice ("a|bc|d", "a"));
  CHECK (is_choice ("a|bc|d", "bc"));
  CHECK (is_choice ("a|bc|d", "d"));
  CHECK (!is_choice ("a|bc|d", "b"));
  CHECK (!is_choice ("a|bc|d", "bcd"));
  CHECK (!is_choice ("a|bc|d", "a|bc"));
  CHECK (!is_choice ("a|bc|d", ""));
  CHECK_TEXT (choice_alike ("text|json|html", "jsom"), "json");
  CHECK_TEXT (choice_alike ("text|json|html", "qqqqqqqq"), NULL);
}

static void
test_values_take_effect (void)
{
  static unsigned long number;
  static double fraction;
  static bool flag;
  static const char *text;
  static struct text_list list;
  const struct option_row rows[]
      = { { "number", 'n', "N", "", OPTION_NUMBER, &number },
	  { "fraction", 0, "P", "", OPTION_FRACTION, &fraction },
	  { "flag", 0, NULL, "", OPTION_FLAG, &flag },
	  { "choice", 0, "a|b", "", OPTION_CHOICE, &text },
	  { "list", 0, "GLOB", "", OPTION_LIST, &list } };
  static const struct command command = { .name = "test" };
  apply (&command, &rows[0], "18446744073709551615");
  CHECK (number == 18446744073709551615u);
  apply (&command, &rows[0], "0");
  CHECK_NUMBER (number, 0);
  apply (&command, &rows[1], "0.5");
  CHECK_NUMBER (fraction, 0.5);
  apply (&command, &rows[2], NULL);
  CHECK (flag);
  apply (&command, &rows[3], "b");
  CHECK_TEXT (text, "b");
  apply (&command, &rows[4], "x");
  apply (&command, &rows[4], "");
  CHECK_NUMBER (list.count, 2);
  CHECK_TEXT (list.items[1], "");
}

UNIT (test_formats_by_names, test_names_that_say_nothing,
      test_what_is_given_counts, test_choices, test_values_take_effect);
