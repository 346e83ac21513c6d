/* strdup.c - strdup, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <string.h>
#include "entry/raise.h"

char *
__gasp_strdup (const char *string, POSITION)
{
  size_t size = strlen (string) + 1;
  ALLOCATE (size, strdup (string));
}
