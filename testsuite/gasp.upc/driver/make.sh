# Built by make, with its own rules for C, with dependencies, by one job after
# the other and together.
#
# SPDX-License-Identifier: Apache-2.0

need make
cat > Makefile <<'END'
CFLAGS = -O1 -MMD
prog: main.o part.o util.o libsome.a
	$(CC) $^ -o $@
libsome.a: libsome.a(some.o)
%.o: %.upc
	$(CC) $(CFLAGS) -c $< -o $@
-include *.d
END
cat > part.h <<'END'
extern shared int total;
END
cat > main.c <<'END'
#include <upc.h>
#include "part.h"
extern void part (void), some (void);
int main (void) { part (); upc_barrier; some (); return total != 3; }
END
cat > part.upc <<'END'
#include "part.h"
shared int total;
void part (void) { if (MYTHREAD == 0) total = 2; }
END
echo 'int util;' > util.c
cat > some.c <<'END'
#include <upc.h>
#include "part.h"
void some (void) { if (MYTHREAD == 0) total++; upc_barrier; }
END
run 0 make CC="$UPCC"
UPC_THREADS=3 run 0 ./prog
touch part.h
run 0 make CC="$UPCC"
has out 'main.c'
has out 'part.upc'
hasnt out 'util.c'
rm -f *.o *.a prog
run 0 make -j3 CC="$UPCC"
UPC_THREADS=2 run 0 ./prog
