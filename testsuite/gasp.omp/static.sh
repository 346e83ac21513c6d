# Static programs: a tool for OMPT that is linked in, and the sample tool.
#
# SPDX-License-Identifier: Apache-2.0

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"

# build NAME OPTION...: without what the linker says of libgomp's own dlopen.
build ()
{
  name=$1
  shift
  run 0 "$CC" -O2 -w -fopenmp "$@" "$HERE/program.c" -o "$name"
  hasnt err 'undefined|multiple'
}

for static in -static -static-pie; do
  build plain $static
  run 0 ./plain
  has out '19999900001'
  run 0 env OMP_TOOL_LIBRARIES=./none.so OMP_TOOL_VERBOSE_INIT=stderr ./plain
  has out '19999900001'
  has err 'a static program loads no tools'

  build checked $static -finstrument-gasp "$HERE/check-tool.c"
  run 0 ./checked
  has out '19999900001'
  hasnt out 'wrong:'
  has out 'left: 0 threads, 0 regions, 0 tasks'
  for line in 'event 16 8: 14' 'event 20 2: 2' 'event 20 7: 2' \
    'event 32 2: 2' 'event 32 4: 200003' 'event 27 1: 2' 'event 28 2: 2' \
    'event 17 5: 4' 'event 18 2: 16' 'event 33 1: 1'; do
    has out "$line"
  done
done

# libgasp cannot be loaded later: so the sample tool is linked in.
build profiled -static --profile --tool=papi
run 0 ./profiled
run 0 "$GASP" run ./profiled
has out '19999900001'
run 0 "$GASP" report --view=omp
has out '^Parallel regions'
has out 'program.c:'
