# With LLVM's archer, GCC's thread sanitizer says nothing of what OpenMP's constructs
# put in order, and reports what they do not.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
archer=$(ls -v /usr/lib/llvm-*/lib/libarcher.so 2> /dev/null | tail -1)
[ "$archer" ] || unsupported "no libarcher (libomp-dev)"
version=${archer#/usr/lib/llvm-} version=${version%%/*}
cat > ordered.c <<'END'
#include <omp.h>
int
main (void)
{
  int a[100], sum = 0, x = 0;
  omp_lock_t lock;
  omp_init_lock (&lock);
#pragma omp parallel num_threads (4)
  {
#pragma omp for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp for reduction (+:sum)
    for (int i = 0; i < 100; i++)
      sum += a[99 - i];
#pragma omp critical
    x++;
#pragma omp barrier
    omp_set_lock (&lock);
    x++;
    omp_unset_lock (&lock);
#pragma omp barrier
#pragma omp single
    {
#pragma omp task depend (out:x)
      x++;
#pragma omp task depend (in:x)
      sum += x;
    }
  }
  return sum != 4959;
}
END
cat > race.c <<'END'
int
main (void)
{
  int sum = 0, a[1000];
#pragma omp parallel for num_threads (4)
  for (int i = 0; i < 1000; i++)
    {
      a[i] = i;
      sum += a[i];		/* line 9 */
    }
  return sum < 0;
}
END
for program in ordered race; do
  run 0 "$CC" -g -O1 -fopenmp -fsanitize=thread -finstrument-gasp $program.c \
    -o $program
done
export TSAN_OPTIONS='ignore_noninstrumented_modules=1 exitcode=66'
# Without it, the sanitizer takes libgomp's barriers for nothing.
OMP_TOOL=disabled run 66 ./ordered
OMP_TOOL_LIBRARIES=$archer run 0 ./ordered
OMP_TOOL_LIBRARIES=$archer run 66 ./race
has err 'race.c:9'
# It is found, and the sanitizer's options are set, without a word from the user.
export TSAN_OPTIONS='exitcode=66'
if [ "$version" -lt 15 ]; then
  run 66 ./ordered
  has err 'there is no libarcher.so of LLVM 15 or newer'
  exit
fi
run 0 ./ordered
run 66 ./race
has err 'race.c:9'
