# pack.sh - what run.sh needs on a machine with a GPU, which may have nothing else.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: pack.sh BUILD DIR
#
# Compiles the programs here, by CC (gcc), with its compiler for NVIDIA's devices, or
# FOR_GPU in place of that option, and puts them into DIR with GASP, libgomp and its plugin, and CUPTI if that is
# found.  Then, on that machine: sh DIR/run.sh

set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2/bin" "$2/lib"
dir=$(cd "$2" && pwd)
cc=${CC:-gcc}
flags="-fopenmp ${FOR_GPU--foffload=nvptx-none}"
tests=$source/testsuite

# profiled SOURCE NAME: the program with instrumentation.
profiled () { "$build/bin/gaspcc" -g -O2 -w --profile $flags "$1" -o "$dir/$2"; }

cp "$source/bench/device/run.sh" "$tests"/gasp.device/*.c "$dir"
profiled "$tests/gasp.device/kernel-time.c" kernel-time
profiled "$tests/gasp.device/constructs.c" constructs
profiled "$source/bench/device/launches.c" launches
$cc -O2 -w $flags "$source/bench/device/launches.c" -o "$dir/plain-launches"
$cc -O1 -w $flags "$tests/gasp.omp/device-program.c" -o "$dir/all"
$cc -O1 -w -shared -fPIC -I"$build/include/omp" "$tests/gasp.omp/device-tool.c" \
  -o "$dir/tool.so"
cp "$build/bin/gasp" "$dir/bin"
cp -a "$build"/lib/libgasp*.so* "$dir/lib"
for file in libgomp.so.1 libgomp-plugin-nvptx.so.1; do
  path=$($cc -print-file-name=$file)
  [ "$path" = $file ] || cp -L "$path" "$dir/lib"
done
for file in /usr/local/cuda/lib64/libcupti.so /usr/local/cuda/lib/libcupti.so \
  /usr/local/cuda/extras/CUPTI/lib64/libcupti.so; do
  [ ! -e $file ] || { cp -L $file "$dir/lib/libcupti.so"; break; }
done
du -sh "$dir"
