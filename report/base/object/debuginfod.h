/* debuginfod.h - debugging information that distributions' servers have.

   SPDX-License-Identifier: Apache-2.0

   The protocol and the directory of what was downloaded are those of elfutils'
   debuginfod, which gdb, perf and others use.  */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Set if what is not at hand is to be downloaded.  */
extern bool downloads_debuginfo;

/* Keeps the servers' addresses, and takes them out of the environment: libdw
   asks those that it finds there in any case.  */
extern void keep_servers (void);

/* Returns the path, allocated, of the file with the debugging information of
   FILE, whose build-id is of so many BYTES: one that was downloaded earlier, by
   any program, or is now; or null.  */
extern char *downloaded_debuginfo (const char *file, const unsigned char *bytes,
				   size_t size);
