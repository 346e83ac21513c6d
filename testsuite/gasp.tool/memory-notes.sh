# Double frees and frees of unknown pointers are notes, with the place.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
# Freed for good, memory would end the program: these have a free of their own.
cat > bad.c <<'END'
#include <stdlib.h>
static char pool[1000];
static int used;
void *malloc (size_t n) { char *p = pool + used; used += (n + 15) & ~15; return p; }
void free (void *p) { (void) p; }
void *calloc (size_t n, size_t m) { return malloc (n * m); }
void *realloc (void *p, size_t n) { (void) p; return malloc (n); }
int main (void)
{
  char *volatile p = malloc (10), *volatile q = p;
  char *volatile unknown = pool + 900;
  free (p);
  free (q);		/* TWICE */
  free (unknown);
  return 0;
}
END
run 0 "$CC" -O0 -g --profile -w bad.c -o bad
profile 0 ./bad
run 0 "$GASP" report --view=memory profile
has out "[Dd]ouble free|freed (twice|again|before)"
has out "bad\.c:$(grep -n TWICE bad.c | cut -d: -f1)"
