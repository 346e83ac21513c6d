# With a flag, a function with nothing to instrument is unchanged.
#
# SPDX-License-Identifier: Apache-2.0

cat > a.c <<'END'
int leaf (int n) { return n * 3; }
int loop (const int *v, int n)
{
  int s = 0;
  while (n--)
    s += leaf (*v++);
  return s;
}
END
# body FUNCTION FILE: its assembly, label numbers aside.
body ()
{
  sed -n "/^$1:/,/\.size/p" "$2" | sed 's/\.L[A-Z]*[0-9]*/.L/g'
}
for options in -O0 -O2 '-O2 -g0 -fPIC'; do
  run 0 $STOCK $options -S a.c -o stock.s
  run 0 "$CC" $options -finstrument-gasp -S a.c -o calls.s
  run 0 "$CC" $options -finstrument-gasp-functions -finstrument-gasp-exclude-functions='*' -S a.c -o source.s
  run 0 "$CC" $options -finstrument-gasp-functions=emitted -fplugin-arg-gasp-exclude-functions='*' -S a.c -o emitted.s
  for mode in calls source emitted; do
    for function in leaf loop; do
      body $function stock.s > wanted
      body $function $mode.s > got
      [ -s wanted ] || fail "no $function"
      diff wanted got || fail "$options $mode $function"
    done
  done
done
