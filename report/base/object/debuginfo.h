/* debuginfo.h - finds the file with what was stripped off another one.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/object/elf-file.h"

/* Opens the file that distributions' packages of debugging symbols, or objcopy
   --add-gnu-debuglink, have for ELF, the file PATH; its DATA are null if there
   is none.  */
extern struct elf open_debuginfo (const char *path, const struct elf *elf);
