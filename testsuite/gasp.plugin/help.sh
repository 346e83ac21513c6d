# -fplugin-arg-gasp-help prints the table of arguments.
#
# SPDX-License-Identifier: Apache-2.0

echo 'int x;' > a.c
run 0 $STOCK -fplugin="$PLUGIN" -fplugin-arg-gasp-help -c a.c
cat out err > text
for known in instrument functions only verbose help filter; do
  has text "^ *[-a-z]*$known"
done

# Who asks a wrapper as GCC is asked is told that there is more.
for wrapper in gaspcc gaspc++ gaspfort gaspupc; do
  run 0 "$BUILD/bin/$wrapper" --help
  has out '^gasp[a-z+]* --gasp-help prints'
  has out '^ +-fsyntax|^ +-save-temps'
done
