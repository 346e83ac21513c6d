# An extension of Perl has its calls, and Perl's own functions samples.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/native.sh"
not_emulated "gasp runs programs of this machine"
perl=$(command -v perl) || unsupported "no Perl"
"$perl" -MExtUtils::MakeMaker -MConfig \
  -e 'exit ! -e "$Config{archlibexp}/CORE/perl.h"' || unsupported "Perl has no headers"
perl_headers || unsupported "Perl's headers need others"
native_library -o libnative.so
mkdir Native
cat > Native/Native.xs <<'END'
#include "EXTERN.h"
#include "perl.h"
#include "XSUB.h"
#include "../native.h"
MODULE = Native  PACKAGE = Native
double
work (n)
  int n
CODE:
  RETVAL = native_work (n);
OUTPUT:
  RETVAL
END
cat > Native/Native.pm <<'END'
package Native;
our $VERSION = '1';
require XSLoader;
XSLoader::load ('Native', $VERSION);
1;
END
cat > Native/Makefile.PL <<'END'
use ExtUtils::MakeMaker;
WriteMakefile (NAME => 'Native', VERSION_FROM => 'Native.pm',
  LIBS => ["-L$ENV{PWD}/.. -lnative"], LDDLFLAGS => "-shared -Wl,-rpath,$ENV{PWD}/..");
END
(cd Native && "$perl" Makefile.PL && make CC="$CC --profile -g" LD="$CC") > make.log 2>&1 \
  || { cat make.log; fail "the extension cannot be built"; }
cat > script.pl <<'END'
use Native;
my $sum = 0;
for my $i (1 .. 100) { $sum += Native::work (500); $sum += $_ % 7 for 1 .. 20000; }
print $sum > 0, "\n";
END
profile 0 "$perl" -INative/blib/lib -INative/blib/arch script.pl
has out '^1$'
[ "$(figure calls 'double mix(double)')" = 50000 ] || { cat csv; fail "calls of mix"; }
has csv '"Perl_[a-z_]+"'
