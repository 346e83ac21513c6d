# Each file refers only to what is on its storey or below, and includes only
# headers that its part may see: scripts/layers.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 120
[ -z "$RUNNER" ] || unsupported "objects of another machine"
run 0 sh "$SOURCE/scripts/check-layers" "$BUILD"

# It notices what is wrong: a reference up, an include, a circle.
cp "$SOURCE/scripts/check-layers" .
sed -e 's/^storey libgasp calls.*//; s/^storey libgasp base.*/& calls\/*/' \
  -e 's/^includes report .*/includes report/' \
  -e 's/^circle libupc .*/circle libupc 2/' "$SOURCE/scripts/layers" > layers
run 1 sh ./check-layers "$BUILD"
has out "libgasp/calls/malloc.c refers to gasp_start_unsettled of entry/raise.c, above it"
has out "report includes src/shared/record.h"
has out "they are to be 2 at most"
