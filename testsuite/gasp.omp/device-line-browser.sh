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
prog device 0 (by the host's clock)
78.1 KiB;for copy to device: a prog.c:5 in prog
true
copy to device: a
END
diff seen wanted || fail "the time line says otherwise"

# By CUPTI, each is as long as it was for the device, and lies within the host's call, give
# or take what two clocks are off on a busy machine.
with_cupti
rm -rf profile
run 0 env FAKE_LONG=20000 "$GASP" run -q --trace -o profile ./prog
sed -n 's/^cupti: .* \([0-9]*\) ns$/\1/p' out | sort -n > told
run 0 "$GASP" trace --output=report.html profile
ask '' '
  const row = rows.find (r => r.hosts);
  seen.push (row.name.replace (/ [0-9]+,/, ""));
  const found = [];
  for (let i = 0; i < row.begin.length; i++)
    {
      if (!/^(device kernel|copy (to|from) device)/.test (data.places[row.place[i]][0]))
	continue;
      const host = hostOf ({ row: rows.indexOf (row), call: i });
      found.push ([row.end[i] - row.begin[i],
		   row.begin[i] >= rows[host.row].begin[host.call] - 5e6
		   && row.end[i] <= rows[host.row].end[host.call] + 5e6]);
    }
  found.sort ((x, y) => x[0] - y[0]);
  seen.push (found.every (f => f[1]));
  for (const f of found)
    seen.push (f[0]);
'
line 1 'prog device 0'
line 2 true
sed 1,2d seen > rows
diff told rows || fail "the rows have other times"
