# The time line tells of what a device does: its bytes, and for which call, and goes there.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/devices.sh"
. "$HERE/../lib/browser.sh"
cat > prog.c <<'END'
static double a[10000];
int
main (void)
{
#pragma omp target map (to: a)
  a[0] = 1;
  return 0;
}
END
run 0 "$CC" -g -O1 -w --profile $FOR_DEVICES prog.c -o prog
run 0 "$GASP" run -q --trace -o profile ./prog
run 0 "$GASP" trace --output=report.html profile
ask '' '
  seen.push (text ("facts").replace (/^[^,]*, /, "").replace (/, [^,]*$/, ""));
  const device = rows.findIndex (r => r.hosts);
  const call = Array.from (rows[device].place)
    .findIndex (p => data.places[p][0].startsWith ("copy to device: a"));
  seen.push (rows[device].name.replace (/ [0-9]+,/, ""));
  seen.push (describe ({ row: device, call }).slice (2).join (";").replace (/ [0-9]+$/, "")
    .replace (/\s/g, " "));
  reveal ({ row: device, call });
  press ("m"); await wait (50);
  seen.push (rows[selected.row].hosts === null);
  seen.push (text ("selected").replace (/ prog.c.*/, ""));
'
cat > wanted <<'END'
1 thread, 1 rows of devices
prog device 0
78.1 KiB;for copy to device: a prog.c:5 in prog
true
copy to device: a
END
diff seen wanted || fail "the time line says otherwise"
