# devices.sh - devices that are the host itself, for GCC's own libgomp.
#
# SPDX-License-Identifier: Apache-2.0
#
# No compiler for devices is needed: see ../gasp.omp/fake-plugin.c.

[ -z "$RUNNER" ] || unsupported "libgomp of another machine"

DEVICES=$SOURCE/testsuite/gasp.omp
FOR_DEVICES="-fopenmp -foffload=disable $DEVICES/fake-tables.c"

# Each libgomp wants a plugin of its own version.  LD_LIBRARY_PATH may name another
# libgomp than the system's.
others=${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
mkdir fake
cat > devices.c <<'END'
extern int omp_get_num_devices (void);
int
main (void)
{
  return !omp_get_num_devices ();
}
END
run 0 $STOCK -fopenmp -foffload=disable devices.c -o count-devices
for version in 1 2 3 4; do
  run 0 $STOCK -w -O1 -shared -fPIC -DVERSION=$version "$DEVICES/fake-plugin.c" \
    -o fake/libgomp-plugin-nvptx.so.1
  ! LD_LIBRARY_PATH=$PWD/fake$others ./count-devices 2> why-$version || break
done
if ! LD_LIBRARY_PATH=$PWD/fake$others ./count-devices 2> /dev/null; then
  ! grep -q 'undefined symbol\|missing' why-* || fail "fake-plugin.c lacks a function"
  unsupported "this libgomp has no devices: built without them"
fi
export LD_LIBRARY_PATH="$PWD/fake$others"
# NVIDIA's own is not for these.
export GASP_CUPTI=no

# with_cupti: times are told by fake-cupti.c from now on.
with_cupti ()
{
  run 0 $STOCK -w -O1 -shared -fPIC "$DEVICES/fake-cupti.c" -o fake-cupti.so
  export GASP_CUPTI="$PWD/fake-cupti.so"
}
