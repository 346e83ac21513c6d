# "make deps" installs what is missing, by the name that it has in the system's
# sources, and nothing that only tests need if it is for a build.
#
# SPDX-License-Identifier: Apache-2.0

mkdir bin
for name in sh cut cat grep mktemp rm env id sed ld make tr; do
  ln -s "$(command which $name)" bin/$name
done
# A compiler with all that it needs, of a system that has no libraries.
cat > bin/gcc <<'END_OF_SCRIPT'
#!/bin/sh
case $1 in
  -dumpversion) echo 12 ;;
  -print-multiarch) echo nowhere ;;
  -print-file-name=plugin) echo "$PLUGINS" ;;
esac
END_OF_SCRIPT
cp bin/gcc bin/g++
mkdir -p plugins/include
: > plugins/include/gcc-plugin.h
cat > bin/apt-cache <<'END_OF_SCRIPT'
#!/bin/sh
cat "$NAMES"
END_OF_SCRIPT
cat > bin/apt-get <<'END_OF_SCRIPT'
#!/bin/sh
echo "$*" >> "$LOG"
case $* in *install*) echo "debconf: delaying package configuration" >&2;; esac
END_OF_SCRIPT
printf '#!/bin/sh\nexec "$@"\n' > bin/sudo
chmod +x bin/*

# deps NAMES [OPTION]...: what apt-get was told, where it knows NAMES, in log.
suffix=
deps ()
{
  printf '%s\n' $1 > names
  shift
  : > log
  run 0 command env PATH="$PWD/bin" LOG="$PWD/log" NAMES="$PWD/names" \
    PLUGINS="$PWD/plugins" sh "$SOURCE/scripts/deps" "$@" gcc$suffix g++$suffix
}

tests='dejagnu gfortran musl-tools otf2-tools bzip2 libjemalloc2'
deps "$tests libtcmalloc-minimal4t64"
grep -h debconf out err | grep -q . && fail "what apt-get says is shown"
for name in $tests libtcmalloc-minimal4t64; do
  has log "install .*$name"
  has out "^  $name +[a-z]"
done
deps "$tests libtcmalloc-minimal4"
has log 'install .*libtcmalloc-minimal4( |$)'
# What cannot be had is not said to be installed.
deps "$tests"
hasnt out tcmalloc
deps "$tests libtcmalloc-minimal4t64" --build
hasnt log install
hasnt out Installing

# Of a compiler by its version, too: tests compile programs of their own with gcc.
mv bin/gcc bin/gcc-12
mv bin/g++ bin/g++-12
suffix=-12
deps "$tests gcc g++"
for name in gcc "g[+][+]"; do
  has out "^  $name +[a-z]"
done
deps "$tests gcc g++" --build
hasnt log install

# Of a compiler that is not there yet only its absence is said, and that at the end.
run - command env PATH="$PWD/bin" LOG="$PWD/log" NAMES="$PWD/names" \
  PLUGINS="$PWD/plugins" sh "$SOURCE/scripts/deps" --build gcc-none g++-none
hasnt err 'scripts/deps: '
