/* roles.h - what events do, whatever their model.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stdint.h>

enum role {
#define GASP_ROLE(role, text) ROLE_##role,
#include "gasp-events.def"
};

/* Returns the role of the event TAG; ROLE_OTHER if it is unknown.  */
extern enum role role_of_tag (uint32_t tag);
struct place;
/* Returns the role of PLACE if it is an event, else ROLE_OTHER.  (places.c)  */
extern enum role role_of_place (const struct place *place);
/* Returns its model's name, as the table has it; null for user events and
   unknown ones.  */
extern const char *model_of_tag (uint32_t tag);
/* Returns what its model calls a process; null also for what is about
   functions and private memory.  */
extern const char *rank_of_tag (uint32_t tag);
/* Returns the model that calls a process RANK, or null.  */
extern const char *model_of_rank (const char *rank);

/* Returns whether the event TAG is of a model whose threads become teams.  */
extern bool model_has_teams (uint32_t tag);

/* Returns whether data is copied to or from a device.  */
extern bool is_device_copy (enum role role);
/* Returns whether ROLE is of something that a device is asked for.  */
extern bool is_of_device (enum role role);
/* Returns the name for readers of an event TAG that is recorded as NAME: of a
   copy, with what the map clause names.  And that from such a name, or
   null.  */
extern const char *name_of_copy (uint32_t tag, const char *name);
extern const char *copied_array (uint32_t tag, const char *name);
