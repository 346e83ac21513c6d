/* fork.h - the process is copied.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>

#pragma GCC visibility push (hidden)

extern bool gasp_fork_prepare (void);

#pragma GCC visibility pop
