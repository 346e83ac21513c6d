# A program that is in error gets the same messages as without instrumentation,
# and no others, whatever is broken in it.
#
# SPDX-License-Identifier: Apache-2.0

mkdir files
# What is broken is the type of a parameter, declared in the old style.
cat > files/old-style.c <<'EOF'
void
f (a, b)
     int a;
     int b[({ void h() {} 1; })];
{
}
EOF
cat > files/parameter.c <<'EOF'
int f (struct none x, int y[undeclared], nothing *z) { return y[0]; }
int g (a, a) int a; { return a; }
int (*h (int x[sizeof (struct none)])) (void) { return 0; }
EOF
cat > files/body.c <<'EOF'
#include <stdlib.h>
int f (int n) { char *p = malloc (undeclared); free (p, p); return p->q; }
int main (int argc, none **argv) { struct none s; goto nowhere; return s; }
enum none g (void) { return malloc (); }
EOF
cat > files/class.C <<'EOF'
struct a { none m; a (none); ~a () { throw n; } virtual none v (a, none x); };
none f (a x) { return x.m; }
template <typename t> t g (t x) { return x.y + typename t::z (); }
int h () { return g (3) + g (a (1)) + new none; }
auto i (auto x) { return x; return 1; }
int main () { [=] (none y) { return y; } (1); try { } catch (none) { } }
EOF
cat > files/module.f90 <<'EOF'
module m
contains
  function f (x) result (y)
    type (none) :: x
    y = x%z
  end function
end module
program p
  use m
  use none
  call f (1)
end program
EOF
for file in files/*; do
  case $file in
    *.c) plain=$STOCK compiler=$CC ;;
    *.C) plain="$STOCKXX -std=c++20" compiler="$CXX -std=c++20" ;;
    *) plain=$STOCKFC compiler=$FC ;;
  esac
  run 1 $plain -S $file
  sed 's/^[a-z0-9_+-]*: //' err > plain
  for mode in source emitted; do
    run 1 $compiler -finstrument-gasp -finstrument-gasp-functions=$mode -S $file
    sed 's/^[a-z0-9_+-]*: //' err > instrumented
    diff plain instrumented || fail "$file, $mode: other messages"
  done
done
