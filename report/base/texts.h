/* texts.h - texts that are needed often.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

/* Returns a copy of TEXT that stays, the same of all that are equal.  */
extern const char *shared_text (const char *text);
