/* texts.h - texts that are needed often.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef REPORT_TEXTS_H
#define REPORT_TEXTS_H

/* Returns a copy of TEXT that stays, the same of all that are equal.  */
extern const char *shared_text (const char *text);

#endif /* REPORT_TEXTS_H */
