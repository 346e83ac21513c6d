/* roles.c - what events do, whatever their model.

   SPDX-License-Identifier: Apache-2.0  */

#include "roles.h"
#include "util.h"

static const struct event { uint32_t tag; enum role role; } events[] = {
#define GASP_EVENT(number, name, role, types, start, end, section, label, text) \
  { number, ROLE_##role },
#include "gasp-events.def"
};

static const struct model { uint32_t first, last; const char *name; } models[] = {
#define GASP_MODEL(model, language, first, last, rank, text) \
  { first, last, #model },
#include "gasp-events.def"
};

static const struct event *
find_event (uint32_t tag)
{
  for (size_t i = 0; i < COUNT_OF (events); i++)
    if (events[i].tag == tag)
      return &events[i];
  return NULL;
}

enum role
role_of_tag (uint32_t tag)
{
  const struct event *event = find_event (tag);
  return event ? event->role : ROLE_OTHER;
}

const char *
model_of_tag (uint32_t tag)
{
  for (size_t i = 0; find_event (tag) && i < COUNT_OF (models); i++)
    if (tag >= models[i].first && tag <= models[i].last)
      return models[i].name;
  return NULL;
}
