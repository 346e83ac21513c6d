# The predefined macros.
#
# SPDX-License-Identifier: Apache-2.0

: > a.upc
run 0 "$UPCC" -dM -E a.upc
has out '^#define __UPC__ 1$'
has out '^#define __UPC_VERSION__ 201311L$'
has out '^#define UPC_MAX_BLOCK_SIZE 1048575$'
has out '^#define __UPC_DYNAMIC_THREADS__ 1$'
hasnt out '__UPC_STATIC_THREADS__'
hasnt out 'define THREADS'
for library in ATOMIC CASTABLE COLLECTIVE IO NB TICK; do
  has out "^#define __UPC_${library}__ 1\$"
done
has out '^#define __UPC_PUPC__ 1$'
hasnt out __UPC_PUPC_INST__
run 0 "$UPCC" -fupc-threads-5 -dM -E a.upc
has out '^#define __UPC_STATIC_THREADS__ 1$'
has out '^#define THREADS 5$'
hasnt out '__UPC_DYNAMIC_THREADS__'
run 0 "$UPCC" -fupc-many-threads -dM -E a.upc
has out '^#define UPC_MAX_BLOCK_SIZE 16383$'
run 0 "$UPCC" --profile -dM -E a.upc
has out '^#define __UPC_PUPC_INST__ 1$'

cat > b.upc <<'END'
#if __UPC__ != 1 || __UPC_VERSION__ < 201311L || UPC_MAX_BLOCK_SIZE < 1000
#error wrong
#endif
#ifdef __UPC_STATIC_THREADS__
#if THREADS != 5
#error wrong
#endif
#endif
int x = __UPC__;
END
for std in c99 gnu99 c11 gnu11 c17 gnu17 c2x gnu2x; do
  run 0 "$UPCC" -std=$std -pedantic-errors -c b.upc
  run 0 "$UPCC" -std=$std -T 5 -c b.upc
done
for file in b.c b.S b.cc; do
  echo '#ifdef __UPC__
upc __UPC__
#endif' > $file
  run 0 "$UPCC" -E $file
  case $file in
    *.c) has out '^upc' ;;
    *) hasnt out '^upc' ;;
  esac
done
