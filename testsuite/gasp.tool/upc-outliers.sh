# An estimate of what accesses took, made while the thread had no processor, is no
# more than the flat profile has for them; nor than the thread lived.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.upc <<'END'
#include <upc.h>
/* Large, as an access that takes as long as it takes to see is estimated as 0.  */
typedef struct { int of[1000]; } block;
shared block a[THREADS];
upc_lock_t *lock;
int main (void)
{
  block got;
  lock = upc_all_lock_alloc ();
  upc_barrier;
  if (MYTHREAD == 0)
    for (int i = 0; i < 300000; i++)
      {
	got = a[1]; /* GET */
	a[1] = got; /* PUT */
	upc_lock (lock); /* LOCK */
	upc_unlock (lock);
      }
  upc_barrier;
  return 0;
}
END
# Multiply the ticks of all transfers by a million, where they are estimates.
cat > stretch.c <<'END'
#include <stdio.h>
#include "record.h"
static char segment[GASP_RECORD_SEGMENT];
int main (int argc, char **argv)
{
  int changed = 0;
  for (int i = 1; i < argc; i++)
    {
      FILE *f = fopen (argv[i], "r+");
      long at = GASP_RECORD_SEGMENT;
      struct gasp_record_segment *s = (void *) segment;
      for (; f && !fseek (f, at, SEEK_SET) && fread (segment, sizeof segment, 1, f) == 1; at += sizeof segment)
	{
	  char *element = (char *) (s + 1);
	  for (unsigned used = s->used; s->kind == GASP_RECORD_TRANSFERS && used >= sizeof (struct gasp_record_transfer); used -= s->element_size, element += s->element_size)
	    {
	      struct gasp_record_transfer *t = (void *) element;
	      if (t->timed < t->count)
		t->ticks *= 1000000, changed++;
	    }
	  fseek (f, at, SEEK_SET);
	  fwrite (segment, sizeof segment, 1, f);
	}
      fclose (f);
    }
  return changed == 0;
}
END
run 0 gcc -I"$SOURCE/shared" stretch.c -o stretch
run 0 "$UPCC" -g -O1 --profile -T 2 prog.upc -o prog
run 0 "$GASP" run -q --exact -o profile ./prog
run 0 ./stretch profile/*.gasp

# seconds TABLE COLUMN: the sum of that column, in us.
seconds ()
{
  "$GASP" report --format=csv --view="$1" --output=csv profile 2> err
  awk -F '","|",|,"|,' -v name="$2" '
    { for (i = 1; i <= NF; i++) if ($i ~ "^\"?" name "\"?$") column = i }
    column && $column ~ /^[0-9.]+$/ { sum += $column }
    END { printf "%d\n", sum / 1000 }' csv
}
lived=$(seconds threads duration)
[ "$lived" -gt 0 ] || { cat csv; fail "no times"; }
for view in matrix shared-lines shared-arrays locks; do
  took=$(seconds $view time)
  # To take a free lock takes so little that the flat profile may have 0 for it.
  least=1
  [ $view != locks ] || least=0
  [ "$took" -ge $least ] && [ "$took" -le "$lived" ] \
    || { cat csv; fail "$view: $took us, of $lived"; }
done
