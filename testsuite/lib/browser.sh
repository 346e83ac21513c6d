# browser.sh - drive the HTML page report.html in a browser.
#
# SPDX-License-Identifier: Apache-2.0

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || unsupported "no browser"

# page FILE SCRIPT NEXT: writes the page with SCRIPT at its end, which goes to NEXT then, or,
# if that is empty, has in its title what this and the pages before have seen.
page ()
{
  cat report.html - > "$1" <<END
<script>
document.addEventListener ("DOMContentLoaded", async () => {
  const seen = [], wait = ms => new Promise (r => setTimeout (r, ms));
  const press = keys => {
    for (const key of keys.split (" "))
      (document.activeElement || document.body).dispatchEvent
        (new KeyboardEvent ("keydown", { key, bubbles: true, cancelable: true }));
  };
  const text = id => document.getElementById (id).textContent;
  const tab = () => document.querySelector ("[role=tab][aria-selected=true]")
    .textContent;
  const at = () => decodeURIComponent (decodeURIComponent (location.hash));
  try {
    $2
  } catch (e) {
    seen.push ("error: " + e);
  }
  window.name += ["", ...seen].join ("|") + "|----";
  if ("$3")
    location.replace ("$3");
  else
    document.title = "seen" + window.name + "|end";
});
</script>
END
}

# ask ADDRESS SCRIPT [ADDRESS SCRIPT]...: opens the page at each ADDRESS, one after the
# other, and presses keys as SCRIPT says, which pushes what it sees to "seen"; that is left
# in the files seen.1 and so on, and the first also in seen.
ask ()
{
  pages=$(($# / 2))
  for i in $(seq $pages); do
    next=
    [ $i = $pages ] || next="file://$PWD/page$((i + 1)).html$3"
    [ $i != 1 ] || first="file://$PWD/page1.html$1"
    page page$i.html "$2" "$next"
    shift 2
  done
  timeout 100 "$browser" --headless --no-sandbox --disable-gpu \
    --user-data-dir="$PWD/browser" --enable-logging=stderr --v=0 \
    --virtual-time-budget=$((5000 * pages)) --dump-dom "$first" 2> log \
    | sed -n 's,.*<title>seen|\(.*\)|end</title>.*,\1|,p' \
    | sed 's/&gt;/>/g; s/&lt;/</g; s/&amp;/\&/g' | tr '|' '\n' > all-seen
  [ -s all-seen ] || unsupported "the browser does not start"
  hasnt log 'CONSOLE.*(Error|error)'
  awk 'BEGIN { page = 1 } /^----$/ { page++; next } { print > "seen." page }' all-seen
  for i in $(seq $pages); do sed "s/^/seen, $i: /" seen.$i; done
  page_seen 1
}
# page_seen N: the file seen has what the Nth page saw.
page_seen () { cp "seen.$1" seen; }
# line N TEXT: of what was seen.
line () { [ "$(sed -n "$1p" seen)" = "$2" ] || fail "line $1 is not: $2"; }
