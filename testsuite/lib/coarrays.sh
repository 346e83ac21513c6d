# coarrays.sh - what tests of coarrays share: how $images images are run, by whichever
# library there is.
#
# SPDX-License-Identifier: Apache-2.0

[ -n "${FC-}" ] && command -v "$STOCKFC" > /dev/null || unsupported "there is no gfortran"
[ -z "$RUNNER" ] && [ -e "$BUILD/lib/libgasp_caf.a" ] || unsupported "coarrays are left out"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_osc=^ucx
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe GFORTRAN_NUM_IMAGES=$images
# images COMMAND...: so many images of it, by $caf.
images ()
{
  case $caf in
    shmem) "$@";;
    *) mpirun.$caf -n $GFORTRAN_NUM_IMAGES "$@";;
  esac
}
cat > tiny.f90 <<'END'
integer :: x[*]
sync all
end
END
# GCC's own library, from GCC 16 on; else OpenCoarrays, which is for older ones.
for caf in shmem openmpi mpich; do
  "$STOCKFC" -fcoarray=lib tiny.f90 -o tiny -lcaf_$caf 2> /dev/null \
    && images ./tiny > /dev/null 2>&1 && break
  caf=
done
[ -n "$caf" ] || unsupported "there is no library for coarrays"
