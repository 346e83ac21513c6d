# shmem.sh - what tests of OpenSHMEM share: whether it is here, and what it needs.
#
# SPDX-License-Identifier: Apache-2.0

[ -e "$BUILD/lib/libgasp-shmem.so" ] && command -v oshcc > /dev/null \
  || unsupported "OpenSHMEM is not installed"
# Of OpenSHMEM, Open MPI's has its memory hooks called once they are unloaded.
unset OMPI_MCA_osc
export OMPI_MCA_opal_common_ucx_opal_mem_hooks=0
