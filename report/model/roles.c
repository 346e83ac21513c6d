/* roles.c - what events do, whatever their model.

   SPDX-License-Identifier: Apache-2.0  */

#include "model/roles.h"
#include "base/util.h"
#include <string.h>

/* By tag: its role and 1; 0 if there is no such event.  */
static const unsigned char roles[] = {
#define GASP_EVENT(number, name, role, types, start, end, section, label, \
		   text) \
  [number] = ROLE_##role + 1,
#include "gasp-events.def"
};

static const char *const labels[] = {
#define GASP_EVENT(number, name, role, types, start, end, section, label, \
		   text) [number] = label,
#include "gasp-events.def"
};

static const struct model { uint32_t first, last;
			    const char *name, *rank; } models[] = {
#define GASP_MODEL(model, language, first, last, rank, text) \
  { first, last, #model, rank },
#include "gasp-events.def"
};

static bool
is_event (uint32_t tag)
{
  return tag < COUNT_OF (roles) && roles[tag];
}

enum role
role_of_tag (uint32_t tag)
{
  return is_event (tag) ? (enum role) (roles[tag] - 1) : ROLE_OTHER;
}

static const struct model *
find_model (uint32_t tag)
{
  if (!is_event (tag))
    return NULL;
  for (size_t i = 0; i < COUNT_OF (models); i++)
    if (tag >= models[i].first && tag <= models[i].last)
      return &models[i];
  return NULL;
}

const char *
model_of_tag (uint32_t tag)
{
  const struct model *model = find_model (tag);
  return model ? model->name : NULL;
}

const char *
rank_of_tag (uint32_t tag)
{
  const struct model *model = find_model (tag);
  return model && role_of_tag (tag) > ROLE_EXIT ? model->rank : NULL;
}

const char *
model_of_rank (const char *rank)
{
  for (size_t i = 0; i < COUNT_OF (models); i++)
    if (!strcmp (models[i].rank, rank))
      return models[i].name;
  return NULL;
}

bool
is_device_copy (enum role role)
{
  return role == ROLE_TO_DEVICE || role == ROLE_TO_DEVICE_AGAIN
	 || role == ROLE_FROM_DEVICE;
}

bool
is_of_device (enum role role)
{
  return role == ROLE_KERNEL || role == ROLE_TO_DEVICE
	 || role == ROLE_TO_DEVICE_AGAIN || role == ROLE_FROM_DEVICE
	 || role == ROLE_ON_DEVICE || role == ROLE_DEVICE_SETUP
	 || role == ROLE_DEVICE_WAIT;
}

const char *
name_of_copy (uint32_t tag, const char *name)
{
  bool is_named
    = is_device_copy (role_of_tag (tag)) && strcmp (name, labels[tag]);
  return is_named ? print_string ("%s: %s", labels[tag], name) : name;
}

const char *
copied_array (uint32_t tag, const char *name)
{
  if (!is_device_copy (role_of_tag (tag)))
    return NULL;
  size_t length = strlen (labels[tag]);
  return strlen (name) > length + 2 ? name + length + 2 : NULL;
}

bool
model_has_teams (uint32_t tag)
{
  const struct model *model = find_model (tag);
  if (!model)
    return false;
  for (uint32_t i = model->first; i <= model->last; i++)
    if (role_of_tag (i) == ROLE_TEAM)
      return true;
  return false;
}
