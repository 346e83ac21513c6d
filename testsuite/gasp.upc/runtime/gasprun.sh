# gasprun: threads, the program's own arguments, statuses.
#
# SPDX-License-Identifier: Apache-2.0

G=$BUILD/bin/gasprun
cat > a.upc <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
int main (int argc, char **argv)
{
  printf ("out %d %s\n", THREADS, argc > 1 ? argv[1] : "");
  fprintf (stderr, "err\n");
  printf ("no end");
  upc_barrier;
  if (argc > 2 && MYTHREAD == 1)
    raise (atoi (argv[2]));
  upc_barrier;
  return 3;
}
END
run 0 "$UPCC" a.upc -o a
run 3 "$G" -n 3 ./a -n
count 3 out 'out 3 -n$'
run 3 "$G" --threads=1 ./a
has out '^out 1'
run 143 "$G" -n 2 ./a x 15
run 0 "$G" --help
has out '^  -n N, --threads=N'
run 2 "$G" -n 0 ./a
has err '^gasprun: --threads: "0" is not a number of threads, 1 to 1048576$'
run 2 "$G" --what ./a
has err '^gasprun: --what is not known'
run 2 "$G" --bind=x ./a
has err 'takes no value'
run 2 "$G" -n
has err 'needs a value'
run 2 "$G" -H lots ./a
run 2 "$G"
has err 'no program is given'
run 127 "$G" ./nothing
has err '^gasprun: cannot run ./nothing: No such file'
