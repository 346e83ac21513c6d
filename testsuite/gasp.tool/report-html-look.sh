# The HTML report looks as it did: screenshots are compared, as grids of 40 x 30
# pixels a cell with the mean brightness of each, with those below.
#
# After a change of the page that is meant, look at the screenshots, and take over
# the grids that the log prints.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/still.sh"
. "$HERE/../lib/browser.sh"
need base64
cat > prog.c <<'END_OF_SOURCE'
#include <stdlib.h>
#include <unistd.h>
static void leaf (int n) { usleep (n); }
static void left (void) { leaf (300000); usleep (40000); }
static void right (void) { leaf (100000); usleep (20000); }
int
main (void)
{
  left ();
  right ();
  char *kept = malloc (1000);
  usleep (50000);
  return kept == NULL;
}
END_OF_SOURCE
run 0 "$CC" -g -O0 --profile prog.c -o prog
still profile ./prog 510
run 0 "$GASP" report --format=html --output=report.html profile
sed -i 's,>20[0-9-]* [0-9:]*<,>2026-01-01 00:00:00<,' report.html

# screenshot FILE TAB...: of the page at each tab, 1280 x 480, one below the other.
screenshot ()
{
  file=$1
  shift
  {
    echo '<style>body { margin: 0 } iframe { border: 0; display: block; width: 1280px; height: 480px }</style>'
    for tab; do echo "<iframe src='report.html#$tab'></iframe>"; done
  } > tabs.html
  timeout 100 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars \
    --user-data-dir="$PWD/browser" --force-device-scale-factor=1 \
    --virtual-time-budget=3000 --window-size=1280,$((480 * $#)) \
    --screenshot="$PWD/$file" "file://$PWD/tabs.html" > log 2>&1
  [ -s "$file" ] || unsupported "the browser takes no screenshots"
}

# grids FILE TAB...: prints, for each tab, the brightness of the cells of its part of the
# image, two digits each, in lines behind "TAB: ".  The first is the width of a word, which
# tells fonts apart.
grids ()
{
  file=$1
  shift
  {
    echo '<span id="word" style="font: 14px system-ui, sans-serif">Hamburgefonstiv</span>'
    echo "<img src='data:image/png;base64,"
    base64 -w 0 "$file"
    echo "'>"
    printf '<script>const tabs = ['
    printf "'%s', " "$@"
    echo '];'
    echo 'addEventListener ("load", () => {
        const rows = [], word = Math.round (document.getElementById ("word").getBoundingClientRect ().width);
        const image = document.querySelector ("img");
        const canvas = document.createElement ("canvas"), context = canvas.getContext ("2d");
        canvas.width = image.naturalWidth, canvas.height = image.naturalHeight;
        context.drawImage (image, 0, 0);
        for (let y = 0; y < canvas.height; y += 30)
          {
            const tab = tabs[Math.floor (y / 480)];
            if (y % 480 === 0)
              rows.push (tab + ": " + word);
            let row = "";
            for (let x = 0; x < canvas.width; x += 40)
              {
                const data = context.getImageData (x, y, 40, 30).data;
                let sum = 0;
                for (let i = 0; i < data.length; i += 4)
                  sum += data[i] + data[i + 1] + data[i + 2];
                row += Math.round (sum / data.length * 4 / 3).toString (16).padStart (2, "0");
              }
            rows.push (tab + ": " + row);
          }
        document.title = "seen|" + rows.join ("|") + "|end";
      });
    </script>'
  } > grid.html
  timeout 100 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" \
    --virtual-time-budget=3000 --dump-dom "file://$PWD/grid.html" 2> log \
    | sed -n 's,.*<title>seen|\(.*\)|end</title>.*,\1,p' | tr '|' '\n'
}

# looks TAB: compares the tab with the grid on standard input.  A little of each cell with
# digits may differ.
looks ()
{
  cat > expected
  sed -n "s/^$1: //p" all > grid
  [ "$(sed -n 1p grid)" = "$(sed -n 1p expected)" ] || fonts=other
  paste -d ' ' grid expected | awk '
    function number (s) { return (index (digits, substr (s, 1, 1)) - 1) * 16 + index (digits, substr (s, 2, 1)) - 1 }
    BEGIN { digits = "0123456789abcdef" }
    NR > 1 {
      for (i = 1; i < length ($2); i += 2)
        {
          cells++
          distance = number(substr ($1, i, 2)) - number(substr ($2, i, 2))
          if (distance > 8 || distance < -8)
            {
              printf "row %d, column %d: %s for %s\n", NR - 2, (i - 1) / 2, substr ($1, i, 2), substr ($2, i, 2)
              different++
            }
        }
    }
    END { exit cells != 512 || different > 8 }' || different="$different $1,"
}

set -- 'Flame graph' Functions Callers Memory
screenshot tabs.png "$@"
grids tabs.png "$@" > all
cat all
fonts= different=
looks 'Flame graph' <<END_OF_GRID
121
f9f3f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbd9eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbf1f8e1e0e7f5f4f6f1faf1f9f8f1f7f3f5f4f6fffffffffffffffffffffffd
fdfcfbf3f3f4fcfafafafcfdfdfdfbfdfefefefefefefefefefdf6f6faf6f6fc
f9f6eefefefaf6f8f4f6fafefefef7f2f1fffffffffffffffffeebe9f7eaeafa
fcf7f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8f8fc
e3b0c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6c6ea
dcabb0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b6c3c3a8b1b1b1b1b1c2e8fafafd
f3e4e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6e6eefefee4e6e6e6e6e6fbfefefefe
f8f2f5f1f2f0f3f1f3f2f1f1f3f3f3f2f2f4f3f0f3f3f1f2f3f0f1f5f2f0fcff
fffffffffffffffffffffffffffffffffffffffffeffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
END_OF_GRID
looks 'Functions' <<END_OF_GRID
121
f9f3f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbd9eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbf1f8f2f0faf1f8e2ddfaf1f8f9f0f8f3f6f3f7fffffffffffffffffffffffd
f8f9f5fdfefefefcf4f4fbfefefefefefefefefefefefefefefefefefefefefe
f4e1e0f6fbffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffe4f7f0e7efede6e6e2e6dffefefefefee2f1ffffffffffffffffffffffffff
f6eae6e0e7e5c9fcf2e8f1fefefefefefef4f8ffffffffffffffffffffffffff
f3e7f8eee5e4c5fbf3e3eafdfefefefefeeff8ffffffffffffffffffffffffff
f4e9faf1e7e5dffef4e5f0fbfefefefefef1f8ffffffffffffffffffffffffff
fae8fdf0ecefeefef7e6edfdfefefefefefafcffffffffffffffffffffffffff
ffe9fef1f0f7f2fef9e9f1f8fefefefefefefeffffffffffffffffffffffffff
fff9fef3eaeaccfaf5eaf2f0f1ecefeff0fefeffffffffffffffffffffffffff
fffefefefefcf8fdfefefefefefefefefefefeffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
END_OF_GRID
looks 'Callers' <<END_OF_GRID
121
f9f3f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbd9eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbf1f8f2f0faf1f8f2f4ece5f7faeff9f1f7f2f8fffffffffffffffffffffffd
faf7fdfefefefefefefef5f4fdfefefefefefefefefefefefefefefefefefefe
f5dff4faffffffffffffffffffffffffffffffffffffffffffffffffffffffff
f0def6fefee7f2ebe5dcfdfefefef7e0f9eaffffffffffffffffffffffffffff
f6f7fefefee8e4c7ebe9eaebe9e9f4f9ecf3ffffffffffffffffffffffffffff
f6f5fefefee2e6deecfdfefefefefef9eaf0ffffffffffffffffffffffffffff
f6f6fefefee5e7dfebfbfefefefefef9ecf1ffffffffffffffffffffffffffff
f8f2fefefee5e5e2e9fbfefefefefef9e9f0ffffffffffffffffffffffffffff
f7f2fefefeeef3f0ecfbfefefefefef9f4f2ffffffffffffffffffffffffffff
f8f8fefefef1f9f3efe9eaebe9e9f4faf7f4ffffffffffffffffffffffffffff
fffefefefefefefefefefefefefefefefefeffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
END_OF_GRID
looks 'Memory' <<END_OF_GRID
121
f9f3f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbd9eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbf1f8f2f0faf1f8f2f4f6f5f4f6dcf2f2f7f2f8fffffffffffffffffffffffd
f7fbfaf6fafefefefefefefefefaf4f7fefefefefefefefefefefefefefefefe
f2dee3e5e9ffffffffffffffffffffffffffffffffffffffffffffffffffffff
f4e2dde6dddee9dff7fefeffffffffffffffffffffffffffffffffffffffffff
f6ebfef6f5faf1f6f0fefeffffffffffffffffffffffffffffffffffffffffff
ecdbd8fcffffffffffffffffffffffffffffffffffffffffffffffffffffffff
f9f0eff2f3f9ecfbf8ffffffffffffffffffffffffffffffffffffffffffffff
f6e5eeedecf3e8f7f0fefefeffffffffffffffffffffffffffffffffffffffff
fbf7fcf8f8f7fafbfafefefeffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
END_OF_GRID
[ -z "$fonts" ] || unsupported "other fonts than those of the screenshots"
[ -z "$different" ] || fail "looks different:${different%,}"
