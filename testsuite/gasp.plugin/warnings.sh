# GCC's warnings about allocation are the same with and without instrumentation.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
# Calls that GCC would remove are kept, and may be warned about: hence use.
mkdir files
cat > files/use-after-free.c <<'END'
#include <stdlib.h>
int f (int n) { int *p = malloc (n); if (!p) return 0; *p = n; free (p); return *p; }
int g (int *p) { free (p); free (p); return 0; }
char *h (char *p) { char *q = realloc (p, 10); return q ? q : p + 1; }
END
cat > files/free-nonheap.c <<'END'
#include <stdlib.h>
int array[4];
void f (void) { int x; free (&x); }
void g (void) { free (array); }
void h (char *p) { char *q = p + 3; q = malloc (4); free (q + 1); }
END
cat > files/size.c <<'END'
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
void *f (void) { return malloc (SIZE_MAX); }
void *g (int n) { return n < 0 ? malloc (n) : calloc (SIZE_MAX / 2, 3); }
void *h (void) { return malloc (0); }
void i (void) { char *p = malloc (3); strcpy (p, "too long"); free (p); }
int *j (void) { return malloc (2); }
char *k (const char *s) { char *p = malloc (strlen (s)); return strcpy (p, s); }
END
cat > files/leak.c <<'END'
#include <stdlib.h>
#include <string.h>
int f (int n) { char *p = malloc (n); if (!p) return 1; if (n == 3) return 2; free (p); return 0; }
void g (void) { malloc (3); }
void h (char *s) { s = strdup (s); }
int i (void) { int *p = malloc (4); return *p; }
int j (void) { int *p = calloc (1, 4); *p = 1; return *p; }
END
cat > files/unused.c <<'END'
#include <stdlib.h>
void f (void *p) { realloc (p, 0); malloc (1); aligned_alloc (3, 5); }
int g (void) { int *p; free (p); return 0; }
END
cat > files/mismatch.C <<'END'
#include <cstdlib>
#include <new>
void use (void *);
void f () { int *p = new int; use (p); std::free (p); }
void g () { int *p = new int[3]; delete p; }
void h () { int *p = static_cast<int *> (std::malloc (4)); delete p; }
void i () { int *p = new int; use (p); delete p; *p = 1; }
struct b { virtual void x (); }; struct d : b { }; void j (b *p) { delete p; }
void *k (long n) { return ::operator new (-1); }
struct s { int a[100]; }; void l (char *p) { char c[4]; new (c) s; }
END
# messages: those in err.  Where a function ends without a statement to blame,
# the analyser names the last one, which may be the END event: no columns then.
messages ()
{
  case $options in
    *analyzer*) sed -n '/warning:\|error:/s/^\([^:]*:[0-9]*\):[0-9]*:/\1:/p' err | sort ;;
    *) grep -E 'warning:|error:' err || : ;;
  esac
}

# GCC 11 has no such warning.
after_free=-Wuse-after-free=3
"$STOCK" $after_free -E -x c /dev/null > /dev/null 2>&1 || after_free=

for file in files/*; do
  case $file in *.C) compiler=$CXX ;; *) compiler=$CC ;; esac
  for options in '-O0 -Wall -Wextra' '-O2 -Wall -Wextra' "-O3 -Wall -Wextra -Walloc-zero $after_free" '-O2 -fanalyzer'; do
    case "$options $file" in *analyzer*.C) continue ;; esac
    run 0 "$compiler" $options -c $file -o x.o
    messages > wanted
    for mode in -finstrument-gasp -finstrument-gasp-functions -finstrument-gasp-functions=emitted; do
      run 0 "$compiler" $options $mode -c $file -o x.o
      messages > got
      diff wanted got || fail "$file $options $mode"
    done
  done
  cat wanted >> all
done
count_all=$(grep -c warning: all)
[ "$count_all" -gt 10 ] || fail "only $count_all warnings at all"
