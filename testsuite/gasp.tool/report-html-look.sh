# The HTML report looks as it did: screenshots are compared, as grids of 40 x 30
# pixels a cell with the mean brightness of each, with those below.
#
# After a change of the page that is meant, look at the screenshots, and take over
# the grids that the log prints.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
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
# By this clock, nobody tells waiting from running, nor what recording took.
run 0 "$GASP" run -q --clock=monotonic -o profile ./prog
run 0 "$GASP" report --format=html --output=report.html profile
sed -i 's,>20[0-9-]* [0-9:]*<,>2026-01-01 00:00:00<,' report.html

# screenshot FILE ADDRESS: of the page, 1280 x 480.
screenshot ()
{
  timeout 100 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars \
    --user-data-dir="$PWD/browser" --force-device-scale-factor=1 \
    --virtual-time-budget=3000 --window-size=1280,480 \
    --screenshot="$PWD/$1" "$2" > log 2>&1
  [ -s "$1" ] || unsupported "the browser takes no screenshots"
}

# grid IMAGE: the file grid gets the brightness of its cells, two digits each.
# Its first line is the width of a word, which tells fonts apart.
grid ()
{
  {
    echo '<span id="word" style="font: 14px system-ui, sans-serif">Hamburgefonstiv</span><img id="image" src="data:image/png;base64,'
    base64 -w 0 "$1"
    echo '"><script>
      addEventListener ("load", () => {
        const canvas = document.createElement ("canvas"), image = document.getElementById ("image");
        canvas.width = image.width, canvas.height = image.height;
        const context = canvas.getContext ("2d"), rows = [Math.round (document.getElementById ("word").getBoundingClientRect ().width)];
        context.drawImage (image, 0, 0);
        for (let y = 0; y < image.height; y += 30)
          {
            let row = "";
            for (let x = 0; x < image.width; x += 40)
              {
                const data = context.getImageData (x, y, 40, 30).data;
                let sum = 0;
                for (let i = 0; i < data.length; i += 4)
                  sum += data[i] + data[i + 1] + data[i + 2];
                row += Math.round (sum / data.length * 4 / 3).toString (16).padStart (2, "0");
              }
            rows.push (row);
          }
        document.title = "seen|" + rows.join ("|") + "|end";
      });
    </script>'
  } > grid.html
  timeout 100 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" \
    --virtual-time-budget=3000 --dump-dom "file://$PWD/grid.html" 2> log \
    | sed -n 's,.*<title>seen|\(.*\)|end</title>.*,\1,p' | tr '|' '\n' > grid
}

# looks TAB: compares the tab with the grid on standard input.  Figures differ from
# run to run, and so a little of each cell with digits.
looks ()
{
  cat > expected
  screenshot "$1.png" "file://$PWD/report.html#$1"
  grid "$1.png"
  sed "s/^/$1: /" grid
  [ "$(sed -n 1p grid)" = "$(sed -n 1p expected)" ] || fonts=other
  paste -d ' ' grid expected | awk '
    function number (s) { return (index (digits, substr (s, 1, 1)) - 1) * 16 + index (digits, substr (s, 2, 1)) - 1 }
    BEGIN { digits = "0123456789abcdef" }
    NR > 1 {
      for (i = 1; i < length ($2); i += 2)
        {
          cells++
          distance = number (substr ($1, i, 2)) - number (substr ($2, i, 2))
          if (distance > 8 || distance < -8)
            {
              printf "row %d, column %d: %s for %s\n", NR - 2, (i - 1) / 2, substr ($1, i, 2), substr ($2, i, 2)
              different++
            }
        }
    }
    END { exit cells != 512 || different > 8 }' || different="$different $1,"
}

fonts= different=
looks 'Flame graph' <<END_OF_GRID
121
f9f3f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbd9eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
f9f5fffffff2fef1fffdf2faf3fbf1f6f7f3f8f5fefcf8ffffffffffffffffff
f6eaf1eaf8eaf9ececf8fcfffbffeaf9f4eeffefeafaf8ffffffffffffffffff
f7deddf4f2f9f1f4f5f7f4f9f0f9f0f9f1fbfffffffffffffffffffffffffffd
f9f4f3f7fdfdfefefdfdfdfdfdfefefefefefefefefefefefefefefefefcfcfd
f7f4edfefef9f3f5f1f3f9fefefef3f1f1fffffffffffffffffffffffee4e4f8
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
e9bed1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1ee
dba8afafafafafafafafafafafafafafafafb1b1b2a7b0b0b0b0b0b2cee8e8f6
ebd2d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6d6fafff8cfd6d6d6d6d6f5fffffffe
fcf9fbf9faf9faf9fafaf9faf9fafafafafafaf9fafbf9fbfaf9f9fafaf9fdff
faf6f8f5f6f5f7f6f7f6f6f6f8f7f7f6f6f8f6f5f6f6f5f5f7f6f6f9f5f4fdff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
END_OF_GRID
looks 'Functions' <<END_OF_GRID
121
f9f3f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbd9eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
f9f5fffffff2fef1fffdf2faf3fbf1f6f7f3f8f5fefcf8ffffffffffffffffff
f6eaf1eaf8eaf9ececf8fcfffbffeaf9f4eeffefeafaf8ffffffffffffffffff
fcf2eefaf0f5dfe9f5f7f3f8f1f9effaf1fbfffffffffffffffffffffffffffd
fefefefefef9f4f4fefefefefefefefefefefefefefefefefefefefefefefefe
eedbd6f5fbffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffe5fff5e8f4f6e7e7e2e7e0ffffffffffe3f2ffffffffffffffffffffffffff
f8e9e0dee9e6d1fdf3e9f0fdfdfdfdfdfdf3f8ffffffffffffffffffffffffff
f5eef8f3e9e5c4f9f4e8f1fdfefefefefef4f9ffffffffffffffffffffffffff
f4edf9f1e9e6dafef5e9f1fefefefefefef4f8ffffffffffffffffffffffffff
f5edfdf2e8e7defcf4e7f0f9fdfefdfdfdf4f9ffffffffffffffffffffffffff
f6e5fef0e3ecd2fbf2e3eef1f2edf0f0f1fefeffffffffffffffffffffffffff
f9e7fef0eaf6f0fef4e7ecf9fefefefefefefeffffffffffffffffffffffffff
fcf6fefaf6fbfafefaf5fcfdfefefefefefefeffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
END_OF_GRID
looks 'Callers' <<END_OF_GRID
121
f9f3f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbd9eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
f9f5fffffff2fef1fffdf2faf3fbf1f6f7f3f8f5fefcf8ffffffffffffffffff
f6eaf1eaf8eaf9ececf8fcfffbffeaf9f4eeffefeafaf8ffffffffffffffffff
fcf2eefaf0faf0f9dff2f2f9f0faf0f9f1fcfffffffffffffffffffffffffffd
fefefefefefefefcf4f6fefefefefefefefefefefefefefefefefefefefefefe
f1d9f3faffffffffffffffffffffffffffffffffffffffffffffffffffffffff
f1dff7ffffe8f7f5e7ddfefffffff8e1f9eaffffffffffffffffffffffffffff
f6f7fdfdfde7e5c5ebe8e9eae9e8f3f9eef3ffffffffffffffffffffffffffff
f8f7fefefeebe5e1f0fefefefefefefaf1f3ffffffffffffffffffffffffffff
f8f7fefefeebe9e8eefbfefefefefefaf1f3ffffffffffffffffffffffffffff
f8f7fefefee6e6dceefcfefefefefef9ebf3ffffffffffffffffffffffffffff
f7f0fefefee3eeebeaf5f6f8f6f7fbf9ecf0ffffffffffffffffffffffffffff
f4f2fefefee9f7f0eaeef2f1f1f0f8f9f0f0ffffffffffffffffffffffffffff
fdfcfefefef6fcfaf9fdfefefefefefcf9f9ffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
END_OF_GRID
looks 'Memory' <<END_OF_GRID
121
f9f3f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
fbd9eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
f9f5fffffff2fef1fffdf2faf3fbf1f6f7f3f8f5fefcf8ffffffffffffffffff
f6eaf1eaf8eaf9ececf8fcfffbffeaf9f4eeffefeafaf8ffffffffffffffffff
fcf2eefaf0faf0f9f1f9f3ecdff8eff9f1fcfffffffffffffffffffffffffffd
fefefefefefefefefefefef6f4fafefefefefefefefefefefefefefefefefefe
ecdbd8fcffffffffffffffffffffffffffffffffffffffffffffffffffffffff
f5e3e1f3e8ece6eff3ffffffffffffffffffffffffffffffffffffffffffffff
f6eaf9f0efe7f4f5f0fcfdfdfeffffffffffffffffffffffffffffffffffffff
f8fcfbf7fbffffffffffffffffffffffffffffffffffffffffffffffffffffff
f2dee3e5e9ffffffffffffffffffffffffffffffffffffffffffffffffffffff
f4e2dde6dddee8dff7fefeffffffffffffffffffffffffffffffffffffffffff
f6ebfef6f5faf2f6f0fefeffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
END_OF_GRID
[ -z "$fonts" ] || unsupported "other fonts than those of the screenshots"
[ -z "$different" ] || fail "looks different:${different%,}"
