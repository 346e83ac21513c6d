/* keep-code.h - keep the files that ran beside their records.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stddef.h>

/* Keeps the files of code that the COUNT RECORDS in DIRECTORY name there
   (kept.h), as far as they are those that ran, and not of the system.  */
extern void keep_code (const char *directory, char **records, size_t count);
