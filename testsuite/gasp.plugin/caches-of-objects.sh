# A cache of object files (ccache) makes a new object when a filter, a list of
# events, GASPCC_FLAGS or the plugin has changed, and has a hit when nothing has.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 600

need ccache
not_emulated "the cache runs the compiler"
case $CC in *' '*) unsupported 'a compiler with options' ;; esac
export CCACHE_DIR="$PWD/cache" CCACHE_NOHASHDIR=1
unset CCACHE_DISABLE CCACHE_EXTRAFILES CCACHE_PREFIX GASPCC_FLAGS
cat > a.c <<'END_OF_SOURCE'
int one (int x) { return x + 1; }
int two (int x) { return x + 2; }
int main (void) { return one (1) + two (2) != 6; }
END_OF_SOURCE
# The installation, whose plugin is going to change.
prefix=$PWD/prefix
mkdir "$prefix"
cp -RP "$BUILD/bin" "$BUILD/lib" "$BUILD/include" "$prefix"
"$prefix/bin/gaspcc" --gasp-specs > specs
cp specs "$prefix/lib/gasp.specs"
plugin=$prefix/lib/gasp.so
passes=$prefix/lib/gasp-passes.so
specs=$prefix/lib/gasp.specs
mkdir links
for name in gcc "$STOCK"; do
  ln -s "$(command -v ccache)" "links/$name"
done

# The arrangements, each with the compiler's arguments: a cache in front of the
# wrapper, or behind it; or as the compiler, in PATH, in front of the directory
# that gasp compiler-path prints, or behind it.
compilers=$prefix/lib/gasp-compilers
before () { ccache "$prefix/bin/gaspcc" "$@"; }
ahead () { env PATH="$PWD/links:$compilers:$PATH" "$STOCK" "$@"; }
behind () { env PATH="$compilers:$PWD/links:$PATH" "$STOCK" "$@"; }
specs () { ccache "$STOCK" -specs="$specs" -fplugin=gasp "$@"; }
prefixed () { env CCACHE_PREFIX=env ccache "$prefix/bin/gaspcc" "$@"; }

hits ()
{
  ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ { n += $2 }
    END { print n + 0 }'
}

# compiled hit|fresh WHAT COMMAND...: by ARRANGEMENT, and it was that.
compiled ()
{
  expected=$1 what=$2
  shift 2
  had=$(hits)
  rm -f a.o
  run 0 "$@" -O1 -c a.c -o a.o
  if [ "$(hits)" = "$had" ]; then got=fresh; else got=hit; fi
  [ $got = $expected ] || fail "$arrangement, $what: a $got object"
}

# has_events FUNCTION...: these are instrumented, and no others.
has_events ()
{
  run 0 "$prefix/bin/gaspcc" a.o -o prog
  rm -f result
  run 0 under dump ./prog
  touch result
  sed -n 's/.*+ GASP_C_FUNC .*"int \([a-z]*\)(.*/\1/p' result | sort -u > names
  [ "$(tr '\n' ' ' < names)" = "${*:+$* }" ] \
    || fail "$arrangement, $what: $(tr '\n' ' ' < names)instead of $*"
}

for arrangement in $(often 'before behind specs' 'before ahead behind prefixed specs'); do
  ccache -C > out
  filter=-finstrument-gasp-filter=filter.txt
  flags="-finstrument-gasp-functions $filter"
  echo 'exclude function one' > filter.txt
  compiled fresh first $arrangement $flags
  has_events main two
  compiled hit again $arrangement $flags
  echo 'exclude function two' > filter.txt
  compiled fresh 'another filter' $arrangement $flags
  has_events main one
  compiled hit 'another filter again' $arrangement $flags
  echo 'exclude function one' > filter.txt
  compiled hit 'the first filter' $arrangement $flags
  has_events main two

  echo GASP_C_MALLOC > events
  flags='-finstrument-gasp-functions -finstrument-gasp-only=events'
  compiled fresh 'a list of events' $arrangement $flags
  has_events
  echo GASP_C_FUNC > events
  compiled fresh 'another list of events' $arrangement $flags
  has_events main one two
  compiled hit 'another list of events again' $arrangement $flags

  for file in "$plugin" "$passes"; do
    echo >> "$file"
    compiled fresh "another ${file##*/}" $arrangement $flags
    compiled hit "another ${file##*/} again" $arrangement $flags
  done

  [ $arrangement != specs ] || continue
  compiled fresh 'without flags' $arrangement
  has_events
  compiled hit 'without flags again' $arrangement
  for value in -finstrument-gasp-functions "-finstrument-gasp-functions $filter" \
      -O2 -finstrument-gasp; do
    export GASPCC_FLAGS="$value"
    compiled fresh "GASPCC_FLAGS=$value" $arrangement
    compiled hit "GASPCC_FLAGS=$value again" $arrangement
    case $value in
      *filter*) has_events main two ;;
      -O2 | -finstrument-gasp) has_events ;;
      *) has_events main one two ;;
    esac
  done
  unset GASPCC_FLAGS
  compiled hit 'without flags at last' $arrangement
  has_events
done

# What sccache compares has no markers of lines; scripts ask for macros likewise.
flags='-finstrument-gasp-functions -finstrument-gasp-filter=filter.txt'
for name in one two; do
  echo "exclude function $name" > filter.txt
  run 0 "$prefix/bin/gaspcc" $flags -E -P a.c
  cp out "$name.i"
  has "$name.i" '^#pragma GCC poison gasp_[0-9a-f]{32}$'
done
! cmp -s one.i two.i || fail "the same text for two filters"
run 0 "$STOCK" -Wall -Werror -x cpp-output -c two.i -o two.o
echo __GNUC__ > asked.c
run 0 sh -c '"$0" "$@" -E -P - < asked.c' "$prefix/bin/gaspcc" $flags
! grep -q pragma out || fail "a pragma where a macro is asked for"

# ccache 4.11 and newer give up where a device is included.
run 0 env UNCACHED_ERR_FD=2 "$prefix/bin/gaspcc" -E a.c
sed -n 's/^# [0-9]* "\([^"<]*\)".*/\1/p' out > files
missing=0
while read -r file; do
  if [ ! -e "$file" ]; then missing=$((missing + 1))
  elif [ ! -f "$file" ] && [ ! -d "$file" ]; then fail "-E names $file"; fi
done < files
[ $missing = 1 ] || fail "-E names $missing files that are not there"

# What was in CCACHE_EXTRAFILES stays there.
cat > shown <<'END_OF_SCRIPT'
#!/bin/sh
echo "$CCACHE_EXTRAFILES"
END_OF_SCRIPT
chmod +x shown
ln -s gaspcc "$prefix/bin/gaspcc-shown"
mkdir shows
cp shown shows/gcc-shown
run 0 env PATH="$PWD/shows:$PATH" CCACHE_EXTRAFILES=/etc/theirs "$prefix/bin/gaspcc-shown"
has out "^/etc/theirs:.*gasp-passes.so"
has out '/gasp\.so'
