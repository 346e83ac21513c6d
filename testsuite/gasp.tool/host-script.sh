# The report of an interpreter, also below another process, says by which command the
# functions of its script are recorded, and that does so; so does gasp run, but for that.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
need python3
. "$HERE/../lib/findings.sh"
not_emulated "gasp runs programs of this machine"
cat > script.py <<'END'
import sys
def count (n):
    s = 0
    for i in range (n): s += i
    return s
for i in range (int (sys.argv[1])): count (200000)
END
cat > script.rb <<'END'
def count (n)
  s = 0
  n.times { |i| s += i }
  s
end
ARGV[0].to_i.times { count (200000) }
END
cat > script.js <<'END'
function count(n) { let s = 0; for (let i = 0; i < n; i++) s += Math.sqrt(i); return s; }
for (let i = 0; i < Number(process.argv[2]); i++) count(200000);
END

# script INTERPRETER FILE NAME: of one with the function NAME.
script ()
{
  command -v "$1" > /dev/null || return 0
  rm -rf profile named
  recorded 0 sh -c "ls > /dev/null; $1 $2 30"
  run 0 "$GASP" report --format=json --view=findings --output=report.json profile
  sed -n 's/.*"command": *"\(gasp run [^"]* 30\)".*/\1/p' report.json > command
  has command "$2 30\$"
  sed -i "s|^gasp run|'$GASP' run -q -o named|" command
  run 0 sh ./command
  ! grep -q -e --exact command || hasnt err 'not instrumented'
  run 0 "$GASP" report --limit=0 --view=flat,findings named
  has out "$3"
  hasnt out 'in no samples|script have names'
}
python=$(python3 -c 'import os, sys; print (os.path.realpath (sys.executable))')
script "$python" script.py 'count( \(script.py:2\)|:[^ ]*script.py)'
script ruby script.rb 'count \(script.rb:1\)'
script node script.js 'JS:[~*^]count '

# Lua's module is compiled first, which the report says, but not of an instrumented Lua.
if command -v lua5.3 > /dev/null; then
  cat > script.lua <<'END'
local function count (n) local s = 0 for i = 1, n do s = s + i end return s end
for i = 1, arg[1] do count (1000000) end
END
  rm -rf profile
  recorded 0 lua5.3 script.lua 30
  run 0 "$GASP" report --view=findings profile
  has out 'compile .*/lua.c.*record their calls'
  has out 'gasp run --exact .*lua5.3 -l gasp script.lua 30$'
  echo 'int main (void) { for (volatile int i = 0; i < 1 << 28; i++); }' > lua.c
  run 0 "$CC" -g -O1 --profile lua.c -o lua
  rm -rf profile
  recorded 0 ./lua script.lua
  run 0 "$GASP" report --view=findings profile
  hasnt out 'record their calls'
fi
run 0 "$GASP" run -q -o named "$python" -c ''
has err 'for calls of a script.s functions, gasp run --exact .*/python.py SCRIPT'
