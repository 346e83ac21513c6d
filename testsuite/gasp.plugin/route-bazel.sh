# Bazel takes our wrapper as its compiler, from a configuration in .bazelrc.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
need bazel
not_emulated "Bazel runs what it compiles"
rules=/usr/share/bazel/rules
[ -d $rules/cc ] && [ -d $rules/java ] && [ -d $rules/proto ] && [ -d /usr/share/bazel/platforms ] \
  || unsupported "no packages with Bazel's rules, which it would fetch"
case $CC in *' '*) unsupported 'a compiler with options' ;; esac
trap 'bazel --output_user_root="$PWD/cache" shutdown > /dev/null 2>&1; chmod -R u+w cache' EXIT

# Debian's rules are of a newer Bazel, which has a function for its toolchain's type.
cp -r $rules/cc cc
sed -i 's/, "use_cpp_toolchain"//
  s/toolchains = use_cpp_toolchain()/toolchains = ["@bazel_tools\/\/tools\/cpp:toolchain_type"]/' \
  cc/cc/private/rules_impl/*.bzl
cat > .bazelrc <<END_OF_SETTINGS
build --override_repository=rules_cc=$PWD/cc
build --override_repository=rules_java=$rules/java
build --override_repository=rules_proto=$rules/proto
build --override_repository=platforms=/usr/share/bazel/platforms
build --spawn_strategy=local
build:gasp --repo_env=CC=$CC --copt=--profile --linkopt=--profile
END_OF_SETTINGS
: > WORKSPACE
cat > BUILD <<'END_OF_BUILD'
cc_library (name = "part", srcs = ["part.c"])
cc_binary (name = "prog", srcs = ["main.cc"], deps = [":part"])
END_OF_BUILD
echo 'int part (int i) { return i - 1; }' > part.c
echo 'extern "C" int part (int); int main () { return part (1); }' > main.cc

# build [OPTION]...: makes prog.
build ()
{
  run 0 bazel --output_user_root="$PWD/cache" build "$@" //:prog
}

build --config=gasp
run 0 "$GASP" run -q -o record bazel-bin/prog
run 0 "$GASP" report record --view=flat
has out ' main +main.cc:1$'
has out ' part +part.c:1$'
build --repo_env=CC="$STOCK"
run 0 under dump bazel-bin/prog
[ ! -s result ] || fail "instrumented without its configuration"
