# The headers stand alone, in any order, in every C and C++, without a warning.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
warnings="-Wall -Wextra -Wpedantic -Werror -Wstrict-prototypes -Wmissing-prototypes"
i=0
for order in 'gasp.h' 'gasp_upc.h' 'pupc.h' 'gasp_gcc.h' 'gasp.h pupc.h gasp_upc.h gasp_gcc.h' \
	     'gasp_gcc.h gasp_upc.h pupc.h gasp.h' 'pupc.h gasp_upc.h gasp.h gasp.h pupc.h'; do
  i=$((i + 1))
  for header in $order; do echo "#include <$header>"; done > $i.c
  echo 'extern int nothing; int nothing;' >> $i.c
  cp $i.c $i.C
  for std in c89 c99 c11 c17 c2x gnu89 gnu17; do
    run 0 $STOCK -std=$std $warnings -I"$BUILD/include" -c $i.c -o x.o
  done
  for std in c++98 c++11 c++14 c++17 c++20 c++23; do
    run 0 $STOCKXX -std=$std -Wall -Wextra -Wpedantic -Werror -I"$BUILD/include" -c $i.C -o x.o
  done
  run 0 "$CC" --profile $warnings -c $i.c -o x.o
  run 0 "$CXX" --profile -Wall -Wextra -Wpedantic -Werror -c $i.C -o x.o
done
