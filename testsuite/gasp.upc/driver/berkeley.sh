# -fupc-berkeley: by each way to the compiler, and what it defines; the headers
# can be had without.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.upc <<'END'
#include <upc.h>
shared int a[THREADS];
int main (void)
{
  int i;
  forall (i = 0; i < THREADS; i++; &a[i])
    a[i] = bupc_thread_distance (MYTHREAD, i);
  barrier;
  upc_poll ();
  return a[THREADS - 1] != 0;
}
END
ran () { UPC_THREADS=2 run 0 ./a.out; rm a.out; }
specs=$BUILD/lib/gasp.specs
run 0 "$UPCC" -fupc-berkeley a.upc; ran
run 0 "$CC" -fupc-berkeley a.upc; ran
run 0 $STOCK -specs="$specs" -fupc-berkeley a.upc; ran
PATH=$BUILD/lib/gasp-compilers:$PATH run 0 "$STOCK" -fupc-berkeley a.upc; ran
run 0 env GASPCC_FLAGS=-fupc-berkeley "$UPCC" -flto a.upc; ran
run 0 "$UPCC" -fupc-berkeley -T 2 a.upc; run 0 ./a.out
# What makefiles for its compiler say.
run 0 "$UPCC" -fupc-berkeley -network=smp -pthreads=2 -nopthreads -norc -opt \
  -shared-heap=64MB -Wc,-g,-Wall -T=2 a.upc -o a.out
run 0 ./a.out
run 0 "$BUILD/bin/gasprun" -q -np 2 -shared-heap 16MB ./a.out
run 2 "$BUILD/bin/gasprun" -shared-heap=much ./a.out
has err 'heap: "much" is not a size'
run 2 "$BUILD/bin/gasprun" -np
has err 'threads needs a value'
[ ! -e pt ] || fail "-opt was -o pt"
run 0 "$UPCC" -network=udp -### a.upc
has err 'arg-gasp-upc-conduit=mpi'
run 1 "$UPCC" -pthreadsx a.upc
run 1 "$UPCC" a.upc
has err "'forall'"

: > b.upc
run 0 "$UPCC" -fupc-berkeley -dM -E b.upc
has out '^#define __BERKELEY_UPC_RUNTIME__ 1$'
has out '^#define __BERKELEY_UPC__ 2$'
has out '^#define __BERKELEY_UPC_MINOR__ 28$'
has out '^#define __BERKELEY_UPC_PATCHLEVEL__ 0$'
run 0 "$UPCC" -fupc-berkeley -U__BERKELEY_UPC__ -dM -E b.upc
hasnt out 'BERKELEY_UPC__ '
run 0 "$UPCC" -dM -E b.upc
hasnt out BERKELEY

for std in gnu99 gnu11 gnu17 gnu2x; do
  for header in bupc_extensions bupc_collectivev bupc_values; do
    echo "#include <$header.h>" > c.upc
    run 0 "$UPCC" -std=$std -Wall -Wextra -Werror -c c.upc
    run 0 "$UPCC" -std=$std -fupc-berkeley --profile -Werror -c c.upc
  done
done
echo '#define BUPC_USE_UPC_NAMESPACE
#include <upc.h>
upc_sem_t *s;
long f (shared long *p) { return upc_atomicL_swap_strict (p, 1); }' > d.upc
run 0 "$UPCC" -fupc-berkeley -Wall -Werror -c d.upc
