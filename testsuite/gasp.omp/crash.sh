# A thread of a team crashes: gasp run says in which calls, up to main, and who of the
# others waited where.
#
# SPDX-License-Identifier: Apache-2.0

cat > prog.c <<'EOF'
#include <omp.h>
#include <unistd.h>
int *volatile nothing;
static int
body (int number)
{
  if (number != 1)
    return number;
  sleep (1);
  return *nothing;
}
int
main (void)
{
  int sum = 0;
#pragma omp parallel num_threads (3) reduction (+: sum)
  sum += body (omp_get_thread_num ());
  return sum;
}
EOF
run 0 "$CC" --profile -g -fopenmp prog.c -o prog
run 139 sh -c '"$@"; exit $?' sh env OMP_DYNAMIC=false "$GASP" run -o profile ./prog
has err '^gasp: prog .* was killed by SIGSEGV in these calls:'
has err '^gasp:   body .prog.c:5'
has err '^gasp:   omp parallel at prog.c:16'
has err '^gasp:   main .prog.c'
count 2 err '^gasp:   thread [0-9] was in omp barrier .* < main'
