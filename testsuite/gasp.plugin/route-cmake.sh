# CMake finds us and instruments the targets named, and only these.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
need cmake
not_emulated "CMake runs what it compiles"
cat > CMakeLists.txt <<'END_OF_LISTS'
cmake_minimum_required (VERSION 3.18)
project (demo C CXX)
find_package (GASP 0.1)
if (NOT GASP_FOUND)
  message (FATAL_ERROR "there is none: ${GASP_NOT_FOUND_MESSAGE}")
endif ()
find_package (OpenMP REQUIRED)
add_library (part STATIC part.c)
add_library (shared SHARED shared.c)
add_library (plain STATIC plain.c)
add_executable (prog main.cc)
target_link_libraries (prog part plain shared OpenMP::OpenMP_CXX)
gasp_instrument (prog shared FUNCTIONS ${FUNCTIONS})
gasp_instrument (part OPTIONS -finstrument-gasp-exclude-functions=skip*)
# Nothing in it but a library is instrumented.
add_executable (user user.c)
target_link_libraries (user part)
file (WRITE "${CMAKE_BINARY_DIR}/command" "${GASP_EXECUTABLE}")
END_OF_LISTS
cat > part.c <<'END_OF_SOURCE'
int skipped (int i) { return i + 1; }
int part (int i) { return skipped (i); }
END_OF_SOURCE
echo 'int shared (int i) { return i; }' > shared.c
echo 'int plain (int i) { return i; }' > plain.c
echo 'int part (int); int main (void) { return part (-1); }' > user.c
cat > main.cc <<'END_OF_SOURCE'
extern "C" { int part (int), shared (int), plain (int); }
static int add (int i) { return part (i) + shared (i) + plain (i); }
int
main ()
{
  int sum = 0;
#pragma omp parallel for reduction (+:sum) num_threads (2)
  for (int i = 0; i < 10; i++)
    sum += add (i);
  return sum != 145;
}
END_OF_SOURCE

# configure DIRECTORY [OPTION]...
configure ()
{
  directory=$1
  shift
  run 0 cmake -S . -B "$directory" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$STOCK" -DCMAKE_CXX_COMPILER="$STOCKXX" "$@"
  run 0 cmake --build "$directory"
}

prefix=$BUILD
configure source -DFUNCTIONS=source
run 0 "$GASP" run -q -o record source/prog
run 0 "$GASP" report record --view=flat
for function in main add part shared; do
  has out " $function "
done
hasnt out ' (plain|skipped) '
has out 'parallel :[0-9]+ '
[ -x "$(cat source/command)" ] || fail "GASP_EXECUTABLE is no command"
run 0 under dump source/user
count 2 result GASP_C_FUNC

# An installation that has been moved; what is inlined is no function any more.
run 0 make -s -C "$SOURCE" install O="$BUILD" PREFIX="$PWD/first"
mv first 'the second'
prefix="$PWD/the second"
configure emitted -DFUNCTIONS=emitted -DCMAKE_BUILD_TYPE=Release
run 0 "$prefix/bin/gasp" run -q -o record2 emitted/prog
run 0 "$prefix/bin/gasp" report record2 --view=flat
has out ' shared '
hasnt out ' add '

# A compiler that is not served, and mistakes.
printf '#!/bin/sh\nfor a; do case $a in -specs=*) echo no such plugin >&2; exit 1;; esac
done\nexec %s "$@"\n' "$STOCK" > other
chmod +x other
cp other otherxx
run 1 cmake -S . -B not -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_C_COMPILER="$PWD/other" -DCMAKE_CXX_COMPILER="$PWD/otherxx"
tr -s ' \n' ' ' < err > joined
has joined 'there is none: .*/otherxx is not a GCC that it serves: no such plugin'
run 1 cmake -S . -B wrong -DCMAKE_PREFIX_PATH="$prefix" -DFUNCTIONS=all \
  -DCMAKE_C_COMPILER="$STOCK" -DCMAKE_CXX_COMPILER="$STOCKXX"
has err 'FUNCTIONS is source, emitted or none, not all'

# A build tree that has been registered is found with no path at all.
mkdir lookup
cat > lookup/CMakeLists.txt <<'END_OF_LISTS'
cmake_minimum_required (VERSION 3.18)
project (lookup C)
find_package (GASP)
message (STATUS "found: ${GASP_DIR}.")
END_OF_LISTS
HOME=$PWD/home
export HOME
for expected in 'GASP_DIR-NOTFOUND' "$BUILD/lib/cmake/GASP"; do
  run 0 cmake -S lookup -B "lookup-${expected##*/}" -DCMAKE_C_COMPILER="$STOCK"
  has out "found: $expected\.\$"
  run 0 make -s -C "$SOURCE" register O="$BUILD"
done
