# Methods of Ruby are in the profile by the example for it, however they are left, with
# an extension's functions below them; and nothing else changes.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/native.sh"
not_emulated "gasp runs programs of this machine"
ruby=$(command -v ruby) || unsupported "no Ruby"
"$ruby" -r mkmf -r fiddle -e 0 2> err || unsupported "Ruby has no headers, or no Fiddle"
host=$SOURCE/examples/hosts/ruby.rb
native_library -o libnative.so
mkdir extension
cat > extension/extension.c <<'END'
#include <ruby.h>
#include "../native.h"
static VALUE
work (VALUE self, VALUE n)
{
  (void) self;
  return DBL2NUM (native_work (NUM2INT (n)));
}
void
Init_extension (void)
{
  rb_define_global_function ("work", work, 1);
}
END
cat > extension/extconf.rb <<'END'
require "mkmf"
$LDFLAGS << " -L.. -Wl,-rpath,#{File.expand_path("..")}"
$libs = "-lnative " + $libs.to_s
create_makefile "extension"
END
(cd extension && "$ruby" extconf.rb && make CC="$CC --profile -g") > make.log 2>&1 \
  || { cat make.log; fail "the extension cannot be built"; }
cat > script.rb <<'END'
require_relative "extension/extension"
class A
  def method_of_a(i) = i + 1
end
def fails(n)
  raise "x" if n == 0
  fails(n - 1)
end
def thrown = throw(:out)
def in_fiber = Fiber.yield
def in_thread = work(3)
def main
  5.times { |i| A.new.method_of_a(i) }
  begin
    fails(3)
  rescue RuntimeError
  end
  catch(:out) { thrown }
  fiber = Fiber.new { in_fiber }
  2.times { fiber.resume }
  Thread.new { in_thread }.join
  puts "#{work(2000) > 0} #{ARGV.inspect} #{$0}"
  exit 4
end
main
END
run 4 "$ruby" script.rb a b
cp out plain
run 4 "$ruby" "$host" script.rb a b
diff plain out || fail "other output without gasp run"
profile 4 "$ruby" "$host" script.rb a b
diff plain out || fail "other output"
called script.rb <<'END'
A#method_of_a 3 5
fails 5 4
thrown 9 1
in_fiber 10 1
in_thread 11 1
main 12 1
END
[ "$(figure calls 'double mix(double)')" = 2003 ] || { cat csv; fail "calls of mix"; }
"$GASP" report --view=tree --limit=0 profile > tree
has tree '^[^-]*-main \(script.rb:12\)$'
has tree '^ .*[|`]-native_work'
