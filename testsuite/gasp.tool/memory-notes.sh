# Double frees and frees of unknown pointers are notes, with the place.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > bad.c <<'END'
#include <stdlib.h>
/* Before recording begins.  */
static void *early;
static __attribute__ ((section (".preinit_array"), used)) void (*const first) (void);
__attribute__ ((no_instrument_function)) static void begin (void)
{
  early = ((void *(*volatile) (size_t)) malloc) (20);
}
static void (*const first) (void) = begin;
int main (void)
{
  char *volatile p = malloc (10), *volatile q = p;
  free (early);
  free (p);		/* ONCE */
  free (q);		/* TWICE */
  return 0;
}
END
run 0 "$CC" -O0 -g --profile -w bad.c -o bad
# glibc ends the program; what led there is in the record.
profile 134 ./bad
run 0 "$GASP" report --view=memory profile
has out "[Dd]ouble free|freed (twice|again|before)"
has out "bad\.c:$(grep -n TWICE bad.c | cut -d: -f1)"
has out "unknown|not seen"
