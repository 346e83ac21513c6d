# pkg-config says what is needed.
#
# SPDX-License-Identifier: Apache-2.0

need pkg-config
PKG_CONFIG_PATH=$BUILD/lib/pkgconfig
export PKG_CONFIG_PATH
case $BUILD in *' '*) unsupported 'blanks in the path' ;; esac
run 0 pkg-config --cflags --libs gasp
flags=$(cat out)
echo 'int main (void) { return 0; }' > a.c
run 0 $STOCK -finstrument-gasp-functions a.c $flags -o prog
run 0 under dump ./prog
count 2 result GASP_C_FUNC
