# Of more threads than the report compares, it says that it does not.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/upc-profile.sh"
cat > small.upc <<'END'
#include <upc.h>
shared int a[THREADS];
int main (void)
{
  a[(MYTHREAD + 1) % THREADS] = 1;
  upc_barrier;
  return 0;
}
END
cat > enlarge.c <<'END'
#include <stdio.h>
#include "record.h"
int main (int argc, char **argv)
{
  struct gasp_record_header header;
  for (int i = 1; i < argc; i++)
    {
      FILE *file = fopen (argv[i], "r+");
      if (!file || fread (&header, sizeof header, 1, file) != 1 || header.ranks != 2)
	return 1;
      header.ranks = 20000;
      rewind (file);
      if (fwrite (&header, sizeof header, 1, file) != 1 || fclose (file))
	return 1;
    }
  return 0;
}
END
run 0 "$UPCC" --profile -O1 small.upc -o small
run 0 gcc -I"$SOURCE/shared" enlarge.c -o enlarge
run 0 "$GASP" run -q -o small.profile ./small -n 2
run 0 "$GASP" report --view=upc small.profile
has out 'Communication by UPC thread'
run 0 ./enlarge small.profile/*.gasp
run 0 "$GASP" report small.profile
count 1 err 'the program is 20000 processes, more than 16384: .* is left out'
has out 'upc_barrier'
hasnt out 'Communication by'
