/* compress.c - make messages smaller, with zlib if that is there.

   SPDX-License-Identifier: Apache-2.0

   The library is looked for when it is needed, as nothing fails without it.  */

#include "base/compress.h"
#include "base/util.h"

#include <dlfcn.h>
#include <stdlib.h>

/* As zlib.h declares them.  */
static int (*compress2) (unsigned char *to, unsigned long *to_size,
			 const unsigned char *from, unsigned long size,
			 int level);
static unsigned long (*compressBound) (unsigned long size);

enum { ZLIB_OK = 0, FAST = 1 };

static bool
find_zlib (void)
{
  static bool looked;
  void *library = looked ? NULL : dlopen ("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  looked = true;
  if (library)
    {
      *(void **) &compress2 = dlsym (library, "compress2");
      *(void **) &compressBound = dlsym (library, "compressBound");
    }
  return compress2 && compressBound;
}

bool
compress_message (struct message *message)
{
  if (!find_zlib ())
    return false;
  unsigned long size = compressBound (message->size);
  struct message result = { .data = allocate (size, 1), .room = size };
  if (compress2 (result.data, &size, message->data, message->size, FAST)
	!= ZLIB_OK
      || size >= message->size)
    {
      free (result.data);
      return false;
    }
  result.size = size;
  free (message->data);
  *message = result;
  return true;
}
