# A plugin of another version of GCC is refused, with a clear line.
#
# SPDX-License-Identifier: Apache-2.0

other=gcc-11
[ "$STOCK" != gcc-11 ] || other=gcc-12
need $other
echo 'int x;' > a.c
run - $other -fplugin="$PLUGIN" -c a.c
has err "was built for GCC ${STOCK#gcc-}\\."
hasnt err 'internal compiler error|Segmentation'
