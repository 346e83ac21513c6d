/* events.c - what tools can ask about events.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/common.h"

static const struct gasp_gcc_event events[] = {
#define PAIR 0
#define ATOMIC 1
#define GASP_EVENT(number, name, role, types, start, end, section, label, \
		   text) \
  { number, GASP_LANG_UPC, NULL, #name, label, #role, types, start, end },
#include "gasp-events.def"
};

static const struct model
{
  const char *name;
  unsigned int language, first, last;
} models[] = {
#define GASP_MODEL(model, language, first, last, rank, text) \
  { #model, language, first, last },
#include "gasp-events.def"
};

static const struct gasp_gcc_argument arguments[] = {
#define GASP_ARGUMENT(letter, passed, type, text) \
  { letter, GASP_GCC_##passed, type, text },
#include "gasp-events.def"
};

int
gasp_gcc_find_event (unsigned int tag, struct gasp_gcc_event *result)
{
  for (size_t i = 0; i < sizeof events / sizeof *events; i++)
    if (events[i].tag == tag)
      {
	*result = events[i];
	for (size_t j = 0; j < sizeof models / sizeof *models; j++)
	  if (tag >= models[j].first && tag <= models[j].last)
	    {
	      result->model = models[j].name;
	      result->language = models[j].language;
	    }
	return 1;
      }
  return 0;
}

int
gasp_gcc_find_argument (char letter, struct gasp_gcc_argument *result)
{
  for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
    if (arguments[i].letter == letter)
      {
	*result = arguments[i];
	return 1;
      }
  return 0;
}
