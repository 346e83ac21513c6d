/* io-fcntl.c - parallel input and output: upc_all_fcntl, and hints.

   SPDX-License-Identifier: Apache-2.0  */

#include <errno.h>
#include <stdlib.h>
#include "io/io.h"

/* ---- Hints  */

/* Returns whether the specification defines the hint KEY.  Others are
   dropped.  */
static bool
is_predefined (const char *key)
{
  static const char *const keys[]
    = { "access_style", "collective_buffering", "cb_buffer_size", "cb_nodes",
	"file_perm", "io_node_list", "nb_proc", "striping_factor",
	"start_io_device", "striping_unit" };

  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (strcmp (keys[i], key) == 0)
      return true;
  return false;
}

static struct upc_hint *
find_hint (const struct upc_io_file *file, const char *key)
{
  for (size_t i = 0; i < file->hint_count; i++)
    if (strcmp (file->hints[i].key, key) == 0)
      return &file->hints[i];
  return NULL;
}

const char *
upc_io_hint (const struct upc_io_file *file, const char *key)
{
  struct upc_hint *hint = find_hint (file, key);
  return hint ? hint->value : NULL;
}

/* Returns a place for one more, with KEY and no value.  */
static struct upc_hint *
new_hint (struct upc_io_file *file, const char *key)
{
  struct upc_hint *more
    = realloc (file->hints, (file->hint_count + 1) * sizeof *more);

  if (!more)
    return NULL;
  file->hints = more;
  more += file->hint_count;
  more->value = NULL;
  more->key = strdup (key);
  file->hint_count += more->key != NULL;
  return more->key ? more : NULL;
}

static int
add_hint (struct upc_io_file *file, const struct upc_hint *hint)
{
  if (!hint->key || !hint->value || !is_predefined (hint->key))
    return 0;
  char *value = strdup (hint->value);
  struct upc_hint *place = find_hint (file, hint->key);
  if (!place)
    place = new_hint (file, hint->key);
  if (!place || !value)
    {
      free (value);
      return ENOMEM;
    }
  free ((char *) place->value);
  place->value = value;
  return 0;
}

int
upc_io_add_hints (struct upc_io_file *file, size_t count,
		  const struct upc_hint *hints)
{
  int error = 0;

  for (size_t i = 0; i < count && error == 0; i++)
    error = add_hint (file, &hints[i]);
  return error;
}

void
upc_io_free_hints (struct upc_io_file *file)
{
  for (size_t i = 0; i < file->hint_count; i++)
    {
      free ((char *) file->hints[i].key);
      free ((char *) file->hints[i].value);
    }
  free (file->hints);
}

/* ---- Commands  */

/* Sets the flags ON instead of OFF, after a sync.  */
static int
set_mode (struct upc_io_file *file, int on, int off)
{
  int error = upc_io_sync (file);

  if (error == 0)
    file->flags = (file->flags & ~off) | on;
  return upc_io_result (error);
}

static int
set_pointer (struct upc_io_file *file, int on, int off)
{
  int result = set_mode (file, on, off);

  if (result == 0)
    file->position = 0;
  return result;
}

static int
set_hint (struct upc_io_file *file, const struct upc_hint *hint)
{
  int error = upc_io_sync (file);

  if (error == 0)
    error = upc_io_agree (add_hint (file, hint));
  return upc_io_result (error);
}

int
upc_all_fcntl (upc_pts_t fd, int cmd, void *arg)
{
  struct upc_io_file *file = cmd == UPC_ASYNC_OUTSTANDING
			     ? upc_io_any_file (fd) : upc_io_file (fd);

  if (!file)
    return -1;
  switch (cmd)
    {
    case UPC_GET_CA_SEMANTICS:
      return file->flags & UPC_STRONG_CA;
    case UPC_SET_WEAK_CA_SEMANTICS:
      return set_mode (file, 0, UPC_STRONG_CA);
    case UPC_SET_STRONG_CA_SEMANTICS:
      return set_mode (file, UPC_STRONG_CA, 0);
    case UPC_GET_FP:
      return file->flags & (UPC_COMMON_FP | UPC_INDIVIDUAL_FP);
    case UPC_SET_COMMON_FP:
      return set_pointer (file, UPC_COMMON_FP, UPC_INDIVIDUAL_FP);
    case UPC_SET_INDIVIDUAL_FP:
      return set_pointer (file, UPC_INDIVIDUAL_FP, UPC_COMMON_FP);
    case UPC_GET_FL:
      return file->flags;
    case UPC_GET_FN:
      *(const char **) arg = file->name;
      return 0;
    case UPC_GET_HINTS:
      *(const struct upc_hint **) arg = file->hints;
      return file->hint_count;
    case UPC_SET_HINT:
      return set_hint (file, arg);
    case UPC_ASYNC_OUTSTANDING:
      return file->operation.outstanding;
    default:
      return upc_io_result (EINVAL);
    }
}
