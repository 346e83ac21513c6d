/* plugins.h - libgomp's plugins for devices.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#pragma GCC visibility push(hidden)

/* Returns what libgomp is to get for the function NAME, at ADDRESS, of the
   plugin HANDLE: a wrapper, or ADDRESS.  */
extern void *gasp_omp_plugin_function (void *handle, const char *name,
				       void *address);

#pragma GCC visibility pop
