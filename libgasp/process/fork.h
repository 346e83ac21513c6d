/* fork.h - the process is copied.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_FORK_H
#define GASP_FORK_H

#include <stdbool.h>

#pragma GCC visibility push (hidden)

extern bool gasp_fork_prepare (void);

#pragma GCC visibility pop

#endif /* GASP_FORK_H */
