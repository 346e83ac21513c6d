/* words.c - what sentences about figures are made of.  See findings.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "findings/findings.h"

#include "base/arena.h"
#include "base/object/code.h"

const char *
share_text (double part, double whole)
{
  double percent = whole > 0 ? 100 * part / whole : 0;
  return percent < 10 ? arena_print ("%.1f %%", percent)
	 : arena_print ("%.0f %%", percent);
}

double
time_but_ready (const struct report *report)
{
  return report->whole - report->ready;
}

const struct place *
known_place (const struct report *report, uint32_t place)
{
  static const struct place nowhere = { .kind = PLACE_OTHER, .label = "?" };
  return place == NO_NODE ? &nowhere : &report->profile.places[place];
}

bool
has_source (const struct place *place)
{
  return place->location && !(place->file && is_of_language (place->file));
}

const char *
at_place (const struct report *report, uint32_t place)
{
  const char *location = place == NO_NODE ? NULL
			 : known_place (report, place)->location;
  return location ? arena_print (" (%s)", location) : "";
}

uint32_t
function_around (const struct report *report, uint32_t place)
{
  const struct tree *tree = &report->tree;
  for (uint32_t i = 0; i < tree->count; i++)
    if (tree->nodes[i].place == place)
      {
	uint32_t function = function_of (report, tree, i);
	return known_place (report, function)->kind == PLACE_FUNCTION ? function
	       : NO_NODE;
      }
  return NO_NODE;
}

const char *
in_function (const struct report *report, uint32_t place)
{
  uint32_t function = function_around (report, place);
  return function == NO_NODE ? ""
	 : arena_print (" in %s", known_place (report, function)->label);
}

const char *
stripped_module (const struct place *place)
{
  const char *label = place->label;
  return *label == '(' && !strchr (label, ' ') && place->kind == PLACE_FUNCTION
	 ? arena_print ("%.*s", (int) strlen (label) - 2, label + 1) : NULL;
}

const char *
function_words (const struct place *place)
{
  const char *module = stripped_module (place);
  return module ? arena_print ("unnamed functions of %s", module)
	 : place->label;
}
