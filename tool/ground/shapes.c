/* shapes.c - what the table of events says of them.

   SPDX-License-Identifier: Apache-2.0  */

#include "ground/shapes.h"

static const struct event_shape shapes[] = {
#define GASP_EVENT(number, name, role, types, start, end, section, label, \
		   text) \
  { number, ROLE_##role, label, start, end },
#include "gasp-events.def"
};

/* By tag: the row of the event, from 1; 0 if there is none.  */
enum {
  BEFORE_ROWS,
#define GASP_EVENT(number, name, role, types, start, end, section, label, \
		   text) \
  ROW_##name,
#include "gasp-events.def"
};
static const unsigned char rows[] = {
#define GASP_EVENT(number, name, role, types, start, end, section, label, \
		   text) \
  [number] = ROW_##name,
#include "gasp-events.def"
};
_Static_assert (sizeof shapes / sizeof *shapes <= UINT8_MAX, "rows are bytes");

const unsigned char gasp_tool_roles[] = {
#define GASP_EVENT(number, name, role, types, start, end, section, label, \
		   text) \
  [number] = ROLE_##role,
#include "gasp-events.def"
};
const uint32_t gasp_tool_role_count = sizeof gasp_tool_roles;

static unsigned int
row_of (uint32_t tag)
{
  return tag < sizeof rows ? rows[tag] : 0;
}

const struct event_shape *
gasp_tool_event_shape (uint32_t tag)
{
  unsigned int row = row_of (tag);
  return row ? &shapes[row - 1] : NULL;
}

/* How arguments are passed, by letters.  */
enum passed { PASSED_INT = 1, PASSED_SIZE, PASSED_WIDE, PASSED_DOUBLE,
	      PASSED_POINTER };
static const unsigned char passed[] = {
#define GASP_ARGUMENT(letter, how, type, text) [letter] = PASSED_##how,
#include "gasp-events.def"
};

void
gasp_tool_arguments (union argument *arguments, const char *letters,
		     va_list values)
{
  for (int i = 0; letters[i] && i < GASP_ARGUMENTS; i++)
    switch (passed[(unsigned char) letters[i]])
      {
      case PASSED_INT: arguments[i].i = va_arg (values, int); break;
      case PASSED_SIZE: arguments[i].z = va_arg (values, size_t); break;
      case PASSED_WIDE: arguments[i].l = va_arg (values, int64_t); break;
      case PASSED_DOUBLE: arguments[i].d = va_arg (values, double); break;
      case PASSED_POINTER: arguments[i].p = va_arg (values, void *); break;
      }
}

uint64_t
gasp_tool_bytes_of (const char *letters, const union argument *arguments)
{
  uint64_t bytes = 0;
  for (int i = 0; letters[i] && i < GASP_ARGUMENTS; i++)
    if (letters[i] == 'z')
      bytes = arguments[i].z;
  return bytes;
}

const struct gasp_tool_model *
gasp_tool_model (int language)
{
  static const struct gasp_tool_model models[] = {
#define GASP_MODEL(model, language, first, last, rank, text) \
  { language, #model, rank, first, last },
#include "gasp-events.def"
  };
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    if (models[i].language == language)
      return &models[i];
  return NULL;
}

/* The rows' numbers, by name.  */
enum {
#define GASP_EVENT(number, name, role, types, start, end, section, label, \
		   text) \
  TAG_##name = number,
#include "gasp-events.def"
};

/* By row.  */
static const struct movement movements[] = {
#define GASP_MOVES(name, pattern, target, source, size) \
  [ROW_##name] = { TAG_##name, pattern, target, source, size },
#include "gasp-events.def"
};

const struct movement *
gasp_tool_movement (uint32_t tag)
{
  unsigned int row = row_of (tag);
  if (row >= sizeof movements / sizeof *movements || !movements[row].tag)
    return NULL;
  return &movements[row];
}
