# The examples for interpreters put the functions of Python and of Lua into the profile,
# however these are left, and change nothing else.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
hosts=$SOURCE/examples/hosts
python=$(python3 -c 'import os, sys; print (os.path.realpath (sys.executable))' || true)
lua=$(readlink -f "$(command -v lua5.3)" || true)
[ -n "$python$lua" ] || unsupported "neither Python nor Lua"

if [ -n "$python" ]; then
  cat > script.py <<'END'
import sys, threading
class A:
    def method(self, i): return i + 1
def numbers(n):
    for i in range(n): yield A().method(i)
def fails(n):
    if n == 0: raise ValueError
    fails(n - 1)
def in_thread(): pass
def main():
    print(sum(numbers(5)), sys.argv[1:], __name__)
    try: fails(3)
    except ValueError: pass
    thread = threading.Thread(target=in_thread)
    thread.start()
    thread.join()
    sys.exit(4)
main()
END
  run 4 "$python" script.py a b
  cp out plain
  run 4 "$python" "$hosts/python.py" script.py a b
  diff plain out || fail "other output without gasp run"
  profile 4 "$python" "$hosts/python.py" script.py a b
  diff plain out || fail "other output"
  called script.py <<'END'
A.method 3 5
numbers 4 6
fails 6 4
in_thread 9 1
main 10 1
END
  "$GASP" report --view=tree --limit=0 profile > tree
  has tree '-main \(script.py:10\)$'
  # The first page names them, whatever else it finds.
  cat > busy.py <<'END'
import time
def work(n):
    while time.process_time() < n: pass
def idle(n): time.sleep(n)
begin = time.monotonic()
work(.4)
idle(time.monotonic() - begin)
END
  rm -rf profile
  profile 0 "$python" "$hosts/python.py" busy.py
  run 0 "$GASP" report profile
  has out ' wait.* in .*sleep'
  has out 'time running is .* in work \(busy.py:2\)'
fi

if [ -n "$lua" ] && version=$(pkg-config --cflags lua5.3 2> /dev/null); then
  run 0 gcc -Wall -Werror -O1 -shared -fPIC $version "$hosts/lua.c" -o gasp.so
  cat > script.lua <<'END'
local function leaf (i) return i + 1 end
local function tail (i) return leaf (i) end
local function fails () error ("x") end
local s = 0
leaf (1)
for i = 1, 5 do s = s + tail (i) end
pcall (fails)
print (s)
os.exit (3, true)
END
  LUA_CPATH=$PWD/?.so profile 3 "$lua" -l gasp script.lua
  has out '^20$'
  [ "$(figure calls 'leaf (script.lua:1)')" = 6 ] || { cat csv; fail "leaf"; }
  [ "$(figure calls 'tail (script.lua:2)')" = 5 ] || { cat csv; fail "tail"; }
  [ "$(figure calls print)" = 1 ] || { cat csv; fail "print"; }
  "$GASP" report --view=tree profile > tree
  has tree '-main \(script.lua:0\)'
  has tree '^ .* [|] [|`]-print$'
fi
