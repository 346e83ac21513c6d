# with-nodes.sh - run a command with three machines that are network namespaces.
#
# SPDX-License-Identifier: Apache-2.0
#
# usage: with-nodes.sh DELAY COMMAND...     in the directory of the sources
#
# UPC_TEST_NODES has the directory of rsh, see nodes.sh; DELAY may be empty.

set -u
SOURCE=$PWD delay=$1 command_status=0
shift
# Below the build tree, or elsewhere: namespaces see the same files.
directory=$(mktemp -d) && cd "$directory" || exit 2
. "$SOURCE/testsuite/lib/nodes.sh"
trap 'remove_nodes; rm -rf "$directory"' EXIT
make_nodes 3 $delay || { echo "No network namespaces can be made here."; exit 2; }
cd "$SOURCE" || exit 2
UPC_TEST_NODES=$directory "$@" || command_status=$?
exit $command_status
