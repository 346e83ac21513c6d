/* strndup.c - strndup, reported to the tool.

   SPDX-License-Identifier: Apache-2.0  */

#define _GNU_SOURCE
#include <string.h>
#include "entry/raise.h"

char *
__gasp_strndup (const char *string, size_t n, POSITION)
{
  size_t size = strnlen (string, n) + 1;
  ALLOCATE (size, strndup (string, n));
}
