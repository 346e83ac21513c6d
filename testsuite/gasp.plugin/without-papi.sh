# The tool is compiled where there is no papi.h.
#
# SPDX-License-Identifier: Apache-2.0

mkdir none
echo '#error "there is no papi.h"' > none/papi.h
for file in "$SOURCE"/tool/measure/*.c; do
  run 0 "$STOCK" -fsyntax-only -Werror=implicit -Inone -I"$SOURCE/tool" -I"$SOURCE/include" -I"$SOURCE/shared" \
    -I"$SOURCE" -I"$BUILD/obj/tool" -I"$BUILD/include" "$file"
done
