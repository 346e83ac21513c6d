# Lua, from Debian's source package: scripts print what they print uninstrumented.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 600
sources=$(sh "$SOURCE/scripts/fetch-source" lua5.4 "$BUILD/demo/sources") \
  || unsupported "Lua's sources cannot be fetched"

# build DIRECTORY COMPILER FLAGS
build ()
{
  cp -r "$sources" "$1"
  make -s -C "$1" linux CC="$2 -std=gnu99" MYCFLAGS="$3" > make.log 2>&1 \
    || { tail -20 make.log; fail "building with $2 $3"; }
}

reference=$TOOLS/lua
if [ ! -x "$reference/src/lua" ]; then
  build reference gcc -O1
  mv -T reference "$reference" 2> err || [ -x "$reference/src/lua" ]
fi
# A makefile cannot have blanks in a command's name: this is as seen from
# where it runs.
ln -s "$BUILD" gasp-build
build lua ../../gasp-build/bin/gaspcc "$LEVEL -finstrument-gasp-functions=$MODE"
hasnt make.log 'warning:'

for script in "$HERE"/lua/*.lua; do
  name=$(basename "$script")
  cp "$script" .
  status=0
  "$reference/src/lua" $name a b > wanted 2>&1 || status=$?
  sed "s,.*/src/lua:,lua:," wanted > wanted.plain
  for tool in none check; do
    case $tool in
      none) run $status lua/src/lua $name a b ;;
      *) run $status under $tool lua/src/lua $name a b
	 has result '^started'
	 hasnt result '^violation'
	 case $name in killed*) ;; *) has result '^ok' ;; esac ;;
    esac
    cat out err | sed "s,.*/src/lua:,lua:," > got
    diff wanted.plain got || fail "$name, tool: $tool"
  done
done
# The compiler of Lua, too.
run 0 under check lua/src/luac -l -o x.luac "$HERE/lua/closures.lua"
hasnt result '^violation'
