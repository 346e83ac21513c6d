# with-network.sh - have MPI's messages go by one network, as far as this machine has it.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: sh with-network.sh NAME COMMAND...
#        sh with-network.sh			the names, and whose they are
#
# Runs COMMAND with what makes Open MPI, or MPICH where Debian has it, use UCX over TCP
# or shared memory, libfabric over TCP, or Open MPI's own TCP, also within a machine.

names='ob1-tcp:openmpi ucx-tcp:openmpi ucx-sm:openmpi ofi-tcp:openmpi ucx-tcp:mpich
  ucx-sm:mpich'

if [ $# -eq 0 ]; then
  # shellcheck disable=SC2086
  printf '%s\n' $names
  exit
fi
name=$1
shift
case $name in
  ob1-tcp) export OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,tcp ;;
  ucx-*)
    # Open MPI takes UCX by itself only where it finds InfiniBand.
    export OMPI_MCA_pml=ucx OMPI_MCA_pml_ucx_tls=any OMPI_MCA_pml_ucx_devices=any
    export UCX_TLS=${name#ucx-},self ;;
  ofi-*)
    export OMPI_MCA_pml=cm OMPI_MCA_mtl=ofi FI_PROVIDER="${name#ofi-}"
    export OMPI_MCA_mtl_ofi_provider_include="${name#ofi-}" ;;
  *)
    echo "with-network.sh: no network has the name $name" >&2
    exit 2 ;;
esac
exec "$@"
