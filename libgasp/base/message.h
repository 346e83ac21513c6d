/* message.h - what messages name; gasp_gcc.h has those themselves.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/common.h"

#pragma GCC visibility push (hidden)

/* Returns the name of the file that ADDRESS is in.  */
extern const char *gasp_file_of (const void *address);

#pragma GCC visibility pop
