# What threads have not freed on the same path is one row, before what was allocated;
# frees are a table of their own.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > many.c <<'END'
#include <pthread.h>
#include <stdlib.h>
void *volatile sink;
static void *
leak (void *count)
{
  for (long i = 0; i < (long) count; i++)
    sink = malloc (100);		/* LEAK */
  free (malloc (7));
  return NULL;
}
int
main (void)
{
  for (long count = 1; count <= 3; count++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, leak, (void *) count);
      pthread_join (thread, NULL);
    }
}
END
run 0 "$CC" -g --profile -pthread many.c -o many
profile 0 ./many
where=many.c:$(grep -n LEAK many.c | cut -d: -f1)
run 0 "$GASP" report --view=memory profile
has out "^ *600 B +6 +$where +malloc < leak$"
[ "$(grep -c "malloc < leak" out)" = 1 ] || fail "more than one row"
titles=$(grep -E '^(Memory|Memory not freed|Allocations|Deallocations)$' out | tr '\n' ,)
[ "$titles" = "Memory,Memory not freed,Allocations,Deallocations," ] || fail "$titles"
run 0 "$GASP" report --view=memory --thread=3 profile
has out "^ *300 B +3 +$where +malloc < leak$"
run 0 "$GASP" report --format=json --view=leaks profile
has out '"thread": -2'
