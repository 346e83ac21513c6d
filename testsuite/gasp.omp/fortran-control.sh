# Fortran programs control tools: omp_lib_tool.h, in free and fixed form.
#
# SPDX-License-Identifier: Apache-2.0

need "$STOCKFC"
[ -z "$RUNNER" ] || unsupported "libgomp of another machine"

cat > tool.c <<'END'
#include <omp.h>
#include <omp-tools.h>
#include <stdio.h>

static int
control (uint64_t command, uint64_t modifier, void *arg, const void *place)
{
  printf ("control %d %d %s %s\n", (int) command, (int) modifier,
	  arg ? "with" : "without", place ? "placed" : "nowhere");
  fflush (stdout);
  return command == omp_control_tool_flush ? omp_control_tool_success : 17;
}

#define EVENT ompt_callback_control_tool
#define CALLBACK control
#include "one-callback.h"
END
run 0 "$CC" -O1 -fopenmp -shared -fPIC -I"$HERE" tool.c -o tool.so

cat > free.f90 <<'END'
program free
  use omp_lib
  include 'omp_lib_tool.h'
  integer :: answer
  call omp_set_num_threads (2)
  answer = omp_control_tool (omp_control_tool_flush, 7)
  print '(a,i0)', 'answer ', answer
  print '(a,i0)', 'answer ', omp_control_tool (64, 0)
end program
END
sed 's/^/      /; s/use omp_lib/include "omp_lib.h"/' free.f90 > fixed.f
cp free.f90 preprocessed.F90

for source in free.f90 fixed.f preprocessed.F90; do
  run 0 "$FC" -O1 -fopenmp $source -o prog
  hasnt err '.'
  run 0 ./prog
  has out '^answer -2$'
  run 0 env OMP_TOOL_LIBRARIES="$PWD/tool.so" ./prog
  # Fortran writes when it ends.
  [ "$(sort out)" = "answer 0
answer 17
control 3 7 without placed
control 64 0 without placed" ] || fail "$source: $(cat out)"
done
