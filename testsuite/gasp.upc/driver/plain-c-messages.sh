# What GCC says about plain C it says of the same as UPC, in the same places:
# whole, in preprocessed source, and with events.
#
# SPDX-License-Identifier: Apache-2.0

cat > numbers.c <<'END'
float f = 1e400;
int c = 'ab';
unsigned long long big = 123456789012345678901234567890;

int bad = 0b12;
int x = 08 + 1.5q7
  + 0x;
#define LONG 99999999999999999999
#define VALUE(x) ((x) + LONG)
unsigned long l = LONG,
  m = VALUE (
    'xyz'),
  n = VALUE (L'ab');
END

cat > strings.c <<'END'
#include <string.h>
const char *s = "\q", *t = "a" "\xfff"
  "\400" "b"
  ;
#define Q "\y"
const char *u = Q, *v = Q
  "\z";
char w = '', x = '\400', y = '\m';
const int *wide = L"\777777777777" "a" u"b";
const char *last = "\q";
END

cat > behind-headers.c <<'END'
#include <string.h>
void
f (int n)
{
  char a[n];
  goto nolabel;
  memset (a, 0, n);
  int x = 2147483647 + 1;
  {
    enum
    {
      M = 2147483647,
      N
    };
  }
}
#include <stdlib.h>
typedef struct
{
  int b[2147483647 + 1 + 0];
} T;
void
g (int n)
{
  static int a[n];
  __label__ unused;
}
int a[(int)
      1.5];
END

cat > attributes.c <<'END'
#define OLD __attribute__ ((deprecated))
typedef int T OLD;
T
  a;
__attribute__ ((nosuch)) int b;
struct s { int i; } OLD;
static struct s
  c;
int
f (void)
{
}
static inline int
g (int n)
{
  switch (n)
    case 1:
    {
      n++;
    }
  __attribute__ ((fallthrough));
  return
    h (n);
}
END

# The preprocessor's own, with pragmas, which cut the unit into parts.
cat > parts.c <<'END'
#define PUSH _Pragma ("GCC diagnostic push")
#define POP(x) _Pragma ("GCC diagnostic pop") float x = 1e999
#define TWO(x) PUSH static int x; PUSH static int x##x;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverflow"
float a = 1e999;
#pragma GCC diagnostic pop
float b = 1e999;
PUSH float c = 1e999;
#pragma GCC diagnostic ignored "-Woverflow"
float d = 1e999;
POP (e);
TWO (g) float f = 1e999;
int h = 'ab';
int
k (void)
{
#pragma GCC diagnostic ignored "-Wmultichar"
  int i = 'ab';
#pragma GCC diagnostic warning "-Wmultichar"
  return 'ab'
    + i;
}
#pragma nosuch
_Pragma ("GCC poison abort") int l = 'bc'; int m =
abort;
END

echo 'int a; int f (int x) { if (x' > end-in-expression.c
printf 'int f (void) {\n  return 1;\n\n' > end-in-function.c
echo 'int a = 1, b' > end-in-declaration.c
printf '%s\n' 'struct s' '{' '  int' '#pragma pack' ' a;' > end-in-structure.c

: > empty.c
echo '#define A' > empty-but-for-macro.c
cat > openmp.c <<'END'
#pragma omp declare simd
int f (int);
#pragma omp declare simd
int x = 'ab';
END

# A word of glibc's own headers that must not mean anything.
cat > words.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
int __shared = 1, x = 'ab';
END

# messages FILE COMMAND...: sorted, since some come from the preprocessor before
# the parser has begun.
messages () {
  to=$1
  shift
  "$@" 2>&1 | grep -E ': (error|warning|note|fatal error|internal) *' \
    | sort > "$to"
}

for file in *.c; do
  for std in $(often c99 "gnu90 c99 gnu17"); do
    flags="-std=$std -Wall -Wextra -Wpedantic -Wvla -Wtraditional -fopenmp
      -fno-diagnostics-show-caret -S -o all.s"
    messages plain "$TESTED_CC" $flags $file
    [ -s plain ] || fail "$file: there is nothing to compare"
    messages upc "$UPCC" -x c $flags $file
    diff plain upc || fail "$file, $std"
    messages events "$UPCC" -x c --profile -g3 $flags $file
    diff plain events || fail "$file, $std, with events"
  done
  messages plain "$TESTED_CC" -save-temps -Wall -Wpedantic -c $file
  messages upc "$UPCC" -save-temps -x c -Wall -Wpedantic -c $file
  diff plain upc || fail "$file, preprocessed"
done
