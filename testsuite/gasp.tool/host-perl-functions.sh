# Functions of Perl are in the profile by the example for it, however they are left; and
# nothing else changes.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/native.sh"
not_emulated "gasp runs programs of this machine"
perl=$(command -v perl) || unsupported "no Perl"
flags=$("$perl" -MExtUtils::Embed -MConfig -e 'exit 1 if ! -e "$Config{archlibexp}/CORE/perl.h";
  ccopts' 2> err) || unsupported "Perl has no headers"
perl_headers || unsupported "Perl's headers need others"
cp "$SOURCE/examples/hosts/Gasp.pm" .
# shellcheck disable=SC2086
run 0 gcc -Wall -Werror -O2 -shared -fPIC $flags "$SOURCE/examples/hosts/perl.c" -o gasp-perl.so
cat > script.pl <<'END'
package A;
sub new { return bless {}, shift }
sub method { my ($self, $n) = @_; return $n + 1 }
package main;
sub fails
{
  my $n = shift;
  die "x\n" if $n == 0;
  fails ($n - 1);
}
sub compare { return $a <=> $b }
sub leaves { last OUT }
sub main_part
{
  A->new->method ($_) for 1 .. 5;
  eval { fails (3) };
  print "caught $@";
  print join (",", sort { compare () } 2, 1), "\n";
 OUT: { no warnings; leaves (); }
  my $closure = sub { return $_[0] };
  $closure->($_) for 1 .. 7;
  exit 4;
}
print "@ARGV $0\n";
main_part ();
END
run 4 "$perl" script.pl a b
cp out plain
run 4 "$perl" -I. -MGasp script.pl a b
diff plain out || fail "other output without gasp run"
profile 4 --exact "$perl" -I. -MGasp script.pl a b
diff plain out || fail "other output"
run 0 "$GASP" report --format=csv --view=events --output=events.csv profile

# calls NAME LINE TIMES: so often it began, and ended.
calls ()
{
  grep -q "\"main::$1 (script.pl:$2)\",$3,$3,\|\"$1 (script.pl:$2)\",$3,$3," events.csv \
    || { cat events.csv; fail "$1 was not called $3 times"; }
}
calls A::new 2 5
calls A::method 3 5
calls fails 7 4
calls compare 11 1
calls leaves 12 1
calls __ANON__ 20 7
"$GASP" report --view=tree --limit=0 profile > tree
has tree '[|`]-main::main_part \(script.pl:15\)'
has tree '[|`]-main::fails \(script.pl:7\)'

# A report without them says how to have them.
profile 4 "$perl" -e 'my $n; for (1 .. 3e6) { $n += $_ } exit 4'
run 0 "$GASP" report --view=findings profile
has out 'compile .*perl.c.*record their calls'
has out 'gasp run --exact .*perl -I\. -MGasp SCRIPT'
