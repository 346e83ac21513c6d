# A compilation database without what only GCC with GASP knows.
#
# SPDX-License-Identifier: Apache-2.0

include=$(readlink -f "$BUILD/include")
cat > compile_commands.json <<'END_OF_DATABASE'
[
  { "directory": "/d", "file": "a b.c", "output": "a.o", "extra": [1, {"x": "]"}],
    "command": "/opt/bin/gaspcc-13 --profile -DX='a \"b\"' --inst-only list -c 'a b.c' \"-DY=\\$HOME\" -DZ=it\\'s" },
  {"file":"b.cc","directory":"/d","arguments":["gaspc++","-O2","-fopenmp",
    "-finstrument-gasp-functions=emitted","--tool=papi","-Da=\u00e4\ud83d\ude00\n","-c","b.cc"]},
  { "directory": "/d", "file": "c.upc", "command": "gaspupc -c c.upc" },
  { "directory": "/d", "file": "d.c",
    "command": "gcc -specs=/p/lib/gasp.specs -fupc -c d.c" },
  { "directory": "/d", "file": "e.c",
    "command": "/p/lib/gasp-compilers/cc -fplugin=/p/lib/gasp.so -fplugin=other.so -fplugin-arg-gasp-verbose -c e.c" },
  { "directory": "/d", "file": "f.c",
    "command": "clang --profiles -specs=other.specs -c f.c" }
]
END_OF_DATABASE
run 0 "$GASP" compile-commands
has err 'left out 2 commands in UPC'
need python3
cat > look.py <<'END_OF_SCRIPT'
import json, shlex, sys
entries = json.load (open (sys.argv[1]))
for e in entries:
    words = e.get ("arguments") or shlex.split (e["command"])
    print (e["file"], "|".join (words).replace (sys.argv[2], "INCLUDE"))
print (json.dumps (entries[0]["extra"]), entries[0]["output"])
END_OF_SCRIPT
cat > wanted <<'END_OF_LIST'
a b.c gcc-13|-DX=a "b"|-c|a b.c|-DY=$HOME|-DZ=it's|-idirafter|INCLUDE
b.cc g++|-O2|-fopenmp|-Da=ä😀
|-c|b.cc|-idirafter|INCLUDE|-isystem|INCLUDE/omp
e.c cc|-fplugin=other.so|-c|e.c|-idirafter|INCLUDE
f.c clang|--profiles|-specs=other.specs|-c|f.c
[1, {"x": "]"}] a.o
END_OF_LIST
PYTHONIOENCODING=utf-8 python3 look.py out "$include" > seen
diff wanted seen || fail "other commands"
# What is clean stays.
cp out once.json
run 0 "$GASP" compile-commands once.json
cmp out once.json || fail "changed a clean one"

# Every option that our compilers have of their own goes.
"$CC" --gasp-help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | grep -v gasp-help > options
[ -s options ] || fail "no options"
while read -r option; do
  case $option in
    *-only) words="\"$option\", \"list\"" ;;
    --tool) words="\"$option=papi\"" ;;
    *) words="\"$option\"" ;;
  esac
  echo "[{\"directory\": \"/\", \"file\": \"a.c\", \"arguments\": [\"gaspcc\", $words]}]" \
    > one.json
  run 0 "$GASP" compile-commands one.json
  has out '"gcc", "-idirafter"'
done < options

for wrong in '' '{}' '[' '[{]' '[{"command": 1}]' '[{"command": "a]' '[{"arguments": ["a" "b"]}]' \
  '[{"file": [}]' '[] x' '[{"command": "\u12"}]' '[{"command": "\q"}]'; do
  printf %s "$wrong" > wrong.json
  run 1 "$GASP" compile-commands wrong.json
  has err 'wrong.json is no compilation database: byte'
done
run 1 "$GASP" compile-commands missing.json
has err 'missing.json: No such file'

# What bear sees of a make with our compilers.
if command -v bear > /dev/null && make=$(command -v make); then
  printf 'int main (void) { return 0; }\n' > a.c
  printf 'a.o: a.c\n\t$(CC) $(CFLAGS) -c a.c -o a.o\n' > Makefile
  for CC in "$CC" "$("$GASP" compiler-path)/gcc"; do
    rm -f a.o
    run 0 bear --output bear.json -- "$make" CC="$CC" CFLAGS='-O1 -finstrument-gasp'
    run 0 "$GASP" compile-commands bear.json
    has out '"arguments": ."[^"]*gcc[^"]*", "-O1", "-c"'
    hasnt out 'gasp(cc|-compilers|\.specs)|fplugin|finstrument'
  done
  CC=$TESTED_CC
fi

# clangd, where it is, has nothing to say.
command -v clangd > /dev/null || exit 0
echo '#include <pupc.h>
int main (void) { return pupc_control (0); }' > a.c
echo "[{\"directory\": \"$PWD\", \"file\": \"a.c\",
  \"arguments\": [\"$CC\", \"--profile\", \"-c\", \"a.c\"]}]" > with.json
run 0 "$GASP" compile-commands with.json
cp out compile_commands.json
run 0 clangd --check=a.c
cp with.json compile_commands.json
run - clangd --check=a.c
