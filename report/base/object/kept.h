/* kept.h - the files of code that ran, kept beside the records.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

/* Keeps the file PATH in DIRECTORY, which has records, if it is of the build
   ID, in hexadecimal digits, and not of the system.  */
extern void keep_file (const char *directory, const char *path, const char *id);

/* Returns the file of the build ID, which may be null, that was PATH when a
   process with the record RECORD ran: that, or the one kept for it.  It
   stays.  */
extern const char *file_that_ran (const char *record, const char *path,
				  const char *id);
