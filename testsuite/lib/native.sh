# native.sh - a library with native parts, for hosts in other languages.
#
# SPDX-License-Identifier: Apache-2.0

# native_library OPTION...: compile native.c, whose native_work (N) calls mix N times,
# as a library, instrumented.
native_library ()
{
  cat > native.h <<'END_OF_FILE'
double native_work (int n);
END_OF_FILE
  cat > native.c <<'END_OF_FILE'
#include "native.h"
__attribute__ ((noipa)) static double
mix (double x)
{
  for (int i = 0; i < 200; i++)
    x = x * 1.0000001 + i;
  return x;
}
double
native_work (int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += mix (i);
  return sum;
}
END_OF_FILE
  run 0 "$CC" --profile -O1 -g -fPIC -shared native.c "$@"
}

# perl_headers: whether Perl's headers can be used: some need other packages'.
perl_headers ()
{
  # shellcheck disable=SC2046
  printf '#include "EXTERN.h"\n#include "perl.h"\n' \
    | gcc -fsyntax-only -w $(perl -MExtUtils::Embed -e ccopts) -xc - 2> err
}
