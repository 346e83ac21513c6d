# The plugin's own arguments, without driver options.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int main (void) { return 0; }' > a.c
run 0 $STOCK -fplugin="$PLUGIN" -fplugin-arg-gasp-functions=source -c a.c
run 0 $STOCK a.o -L"$BUILD/lib" -lgasp -Wl,-rpath,"$BUILD/lib" -o prog
run 0 under dump ./prog
count 2 result GASP_C_FUNC
