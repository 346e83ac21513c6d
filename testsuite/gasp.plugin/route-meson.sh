# Meson takes us from pkg-config, or as the compiler.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
need meson
need ninja
need pkg-config
not_emulated "Meson runs what it compiles"
case $BUILD in *' '*) unsupported 'blanks in the path' ;; esac
cat > meson.build <<'END_OF_BUILD'
project ('demo', 'c')
gasp = dependency ('gasp', required: false)
flags = gasp.found () ? ['-finstrument-gasp-functions'] : []
executable ('prog', 'a.c', c_args: flags, link_args: flags, dependencies: gasp)
END_OF_BUILD
echo 'int f (void) { return 0; } int main (void) { return f (); }' > a.c
run 0 env CC="$STOCK" PKG_CONFIG_PATH="$BUILD/lib/pkgconfig" meson setup library
run 0 meson compile -C library
run 0 under dump library/prog
count 4 result GASP_C_FUNC
sed -i '/^gasp/d; s/^flags = .*/flags = []/; s/, dependencies: gasp//' meson.build
run 0 env CC="$CC" CFLAGS='-O2 --profile' meson setup wrapper
run 0 meson compile -C wrapper
run 0 under dump wrapper/prog
count 4 result GASP_C_FUNC
