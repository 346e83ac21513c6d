/* libraries.h - libraries of ours for libraries that the program has loaded.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#pragma GCC visibility push (hidden)

/* Loads what is there for the libraries that have been loaded so far; called
   when there is a tool.  Each registers a provider of events.  */
extern void gasp_libraries_load (void);

#pragma GCC visibility pop
