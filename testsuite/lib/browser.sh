# browser.sh - drive the HTML page report.html in a browser.
#
# SPDX-License-Identifier: Apache-2.0

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || unsupported "no browser"

# ask ADDRESS SCRIPT: open the page at ADDRESS, press keys as SCRIPT says, which
# pushes what it sees to "seen"; that is left in the file seen.
ask ()
{
  cat report.html - > page.html <<END
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
  document.title = "seen|" + seen.join ("|") + "|end";
});
</script>
END
  timeout 100 "$browser" --headless --no-sandbox --disable-gpu \
    --user-data-dir="$PWD/browser" --enable-logging=stderr --v=0 \
    --virtual-time-budget=5000 --dump-dom "file://$PWD/page.html$1" 2> log \
    | sed -n 's,.*<title>seen|\(.*\)|end</title>.*,\1,p' | tr '|' '\n' > seen
  [ -s seen ] || unsupported "the browser does not start"
  hasnt log 'CONSOLE.*(Error|error)'
  sed 's/&gt;/>/g; s/&lt;/</g; s/&amp;/\&/g' seen > seen.new && mv seen.new seen
  sed 's/^/seen: /' seen
}
# line N TEXT: of what was seen.
line () { [ "$(sed -n "$1p" seen)" = "$2" ] || fail "line $1 is not: $2"; }
