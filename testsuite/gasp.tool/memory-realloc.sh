# realloc moves a block, it does not leak the old one; every allocator counts.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > a.c <<'END'
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
void *volatile b[9];
int main (void)
{
  void *p;
  int i;
  b[0] = malloc (10); b[0] = realloc (b[0], 100000);
  b[1] = calloc (10, 10); b[2] = aligned_alloc (64, 128); b[3] = memalign (64, 100);
  if (posix_memalign (&p, 64, 100) == 0) b[4] = p;
  b[5] = valloc (50); b[6] = strdup ("seven!!"); b[7] = strndup ("seven!!", 3);
  b[8] = reallocarray (NULL, 4, 25);
  for (i = 0; i < 9; i++)
    free (b[i]);
  return 0;
}
END
run 0 "$CC" -O1 -g --profile a.c -o a
profile 0 ./a
run 0 "$GASP" report --view=memory profile
hasnt out 'Memory not freed'
has out 'peak'
