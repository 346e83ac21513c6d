# With the plugin loaded and no flag, the assembly is the stock compiler's, byte for byte.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
for source in sample.c sample.C sample.f90; do
  case $source in
    *.c) stock=$STOCK wrapper=$CC ;;
    *.C) stock=$STOCKXX wrapper=$CXX ;;
    *) stock=$STOCKFC wrapper=$FC ;;
  esac
  cp "$HERE/sample/$source" .
  for options in -O0 -O1 -O2 -O3 -Os '-O2 -g' '-O0 -g3' '-O2 -fPIC'; do
    case $options in -O0 | -O3 | '-O2 -g') ;; *) [ -n "$ALL" ] || continue ;; esac
    its_turn 2 || continue
    run 0 $stock $options -frandom-seed=1 -w -S $source -o stock.s
    run 0 $stock -fplugin="$PLUGIN" $options -frandom-seed=1 -w -S $source -o plugin.s
    run 0 "$wrapper" $options -frandom-seed=1 -w -S $source -o wrapper.s
    cmp stock.s plugin.s || fail "$source $options: plugin"
    # The wrapper names its options where -g records them.
    case "$options" in *-g*) continue ;; esac
    cmp stock.s wrapper.s || fail "$source $options: wrapper"
  done
done
