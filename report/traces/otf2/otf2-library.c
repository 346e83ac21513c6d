/* otf2-library.c - libotf2, and what all writers of an archive share.

   SPDX-License-Identifier: Apache-2.0

   The library is loaded when it is needed, so that the command works
   without.  */

#include "base/util.h"
#include "traces/otf2/trace-otf2.h"

#ifdef WITH_OTF2

#include <dlfcn.h>

struct otf2 otf2;

bool
otf2_load (void)
{
  static const char *const names[] = { "libotf2.so",
				       "libopen-trace-format2.so.10",
				       "libopen-trace-format2.so" };
  void *library = NULL;
  for (size_t i = 0; i < COUNT_OF (names) && !library; i++)
    library = dlopen (names[i], RTLD_NOW);
  if (!library)
    {
      complain ("trace: OTF2's library cannot be loaded: %s; install Debian's "
		"package libopen-trace-format2-10 or -10u, or use "
		"--format=perfetto",
		dlerror ());
      return false;
    }
#define FIND(name) \
  if (!(*(void **) &otf2.name = dlsym (library, #name))) \
    { \
      complain ("trace: OTF2's library has no " #name); \
      return false; \
    }
  OTF2_FUNCTIONS (FIND)
  return true;
}

void
otf2_note_error (struct otf2_writer *w, OTF2_ErrorCode code)
{
  if (code != OTF2_SUCCESS && w->error == OTF2_SUCCESS)
    w->error = code;
}

OTF2_StringRef
otf2_define_string (struct otf2_writer *w, const char *text)
{
  otf2_note_error (w, otf2.OTF2_GlobalDefWriter_WriteString (w->definitions,
							w->strings, text));
  return w->strings++;
}

#endif /* WITH_OTF2 */
