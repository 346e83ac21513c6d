# zlib, from Debian's source package: its own tests, and the same bytes as uninstrumented.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 600
sources=$(sh "$SOURCE/scripts/fetch-source" zlib "$BUILD/demo/sources") \
  || unsupported "zlib's sources cannot be fetched"

# build DIRECTORY COMPILER FLAGS: by its configure and makefile.
build ()
{
  cp -r "$sources" "$1"
  (cd "$1" && CC=$2 CFLAGS="$3 -D_LARGEFILE64_SOURCE=1" sh ./configure && make) > make.log 2>&1 \
    || { tail -20 make.log; fail "building with $2 $3"; }
}

reference=$TOOLS/zlib
if [ ! -x "$reference/minigzip" ]; then
  build reference gcc -O1
  mv -T reference "$reference" 2> err || [ -x "$reference/minigzip" ]
fi
# A makefile cannot have blanks in a command's name: this is as seen from
# where it runs.
ln -s "$BUILD" gasp-build
build zlib ../gasp-build/bin/gaspcc "$LEVEL -finstrument-gasp-functions=$MODE"
hasnt make.log 'warning:'
run 0 make -C zlib test
count 3 out 'zlib.* test OK'

cd zlib
tar cf ../data.tar *.c *.h doc 2> /dev/null || cat *.c *.h > ../data.tar
cd ..
for level in $(often -6 "-1 -6 -9"); do
  "$reference/minigzip" $level < data.tar > wanted.gz
  for how in plain checked; do
    case $how in
      plain) zlib/minigzip $level < data.tar > got.gz ;;
      checked)
	under check zlib/minigzip $level < data.tar > got.gz
	hasnt result '^violation'
	has result '^ok' ;;
    esac
    cmp wanted.gz got.gz || fail "minigzip $level, $how"
  done
  under check zlib/minigzip -d < got.gz > back.tar
  cmp data.tar back.tar || fail "minigzip -d"
  hasnt result '^violation'
done
for program in example example64; do
  checked zlib/$program example.gz
done
# The shared library, instrumented, in an instrumented program.
run 0 under check env LD_LIBRARY_PATH=zlib zlib/examplesh example.gz
hasnt result '^violation'
has result '^ok'
