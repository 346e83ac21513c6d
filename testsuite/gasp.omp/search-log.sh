# OMP_TOOL_VERBOSE_INIT tells where a tool was looked for, and why none was found.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"
echo 'int some;' > other.c
cat > prog.c <<'END'
int
main (void)
{
#pragma omp parallel num_threads (1)
  ;
  return 0;
}
END
run 0 $STOCK -shared -fPIC other.c -o other.so
run 0 "$CC" -fopenmp -finstrument-gasp prog.c -o prog
OMP_TOOL_LIBRARIES=./none.so:./other.so OMP_TOOL_VERBOSE_INIT=stdout run 0 ./prog
has out 'Search for OMP tool in current address space... Failed.'
has out 'OMP_TOOL_LIBRARIES = ./none.so:./other.so'
has out 'Opening ./none.so... Failed: .*No such file or directory'
has out 'Opening ./other.so... Success.'
has out 'Searching for ompt_start_tool in ./other.so... Failed: .*undefined symbol: ompt_start_tool'
has out 'No OMP tool loaded.'
