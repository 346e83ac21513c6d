# Precompiled headers.
#
# SPDX-License-Identifier: Apache-2.0

cat > pre.h <<'END'
#include <stdlib.h>
static inline int twice (int n) { return 2 * n; }
END
printf '#include "pre.h"\nint main (void) { free (malloc (1)); return twice (0); }\n' > a.c
for compiler in "$CC" "$CXX"; do
  case $compiler in *++*) language=c++ ;; *) language=c ;; esac
  rm -f pre.h.gch
  run 0 "$compiler" --profile -x $language-header pre.h -o pre.h.gch
  run 0 "$compiler" --profile -Winvalid-pch -Werror -x $language a.c -o prog
  run 0 under dump ./prog
  count 4 result GASP_C_FUNC
  count 2 result GASP_C_MALLOC
done
