# In HTML, locks and what else threads wait for are in one place, with no word of OpenMP;
# all of the page can be searched; and with the summary, all tables are printed.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || unsupported "no browser"
cat > prog.c <<'END'
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static void *body (void *arg)
{
  pthread_mutex_lock (&gate);
  usleep (100000);
  pthread_mutex_unlock (&gate);
  return arg;
}
int main (void)
{
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&threads[i], NULL, body, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
END
run 0 "$CC" -O1 -g --profile -pthread prog.c -o prog
recorded 0 --threads=yes ./prog
run 0 "$GASP" report --format=html --output=report.html profile
timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" --enable-logging=stderr --v=0 \
  --virtual-time-budget=5000 --dump-dom "file://$PWD/report.html#Waiting" > dom 2> log || unsupported "the browser does not start"
hasnt log 'CONSOLE.*(Error|error)'
has dom 'Locks of threads'
has dom 'Who waited for whom'
has dom 'Waiting for threads and the system'
hasnt dom '<button[^>]*>OpenMP<'

. "$HERE/../lib/browser.sh"
ask '' '
    const finds = name => {
      $("find").value = name;
      $("find").dispatchEvent (new Event ("input"));
      return [...$("found").children].map (e => e.textContent);
    };
    press ("f");
    seen.push (document.activeElement.id);
    const found = finds ("MUTEX_un");
    seen.push (found.includes ("Source lines"),
	       found.some (t => /pthread_mutex_unlock.*prog.c:8/.test (t)));
    seen.push (finds ("^(usl|none)").length > 1, finds ("no such").join ());
    finds ("gate");
    [...$("found").querySelectorAll ("a")].find (a => /Waiting/.test (a.textContent))
      .click ();
    await wait (100);
    seen.push (tab (), $("found").hidden,
	       document.querySelector ("#tables input").value);
    seen.push ([...document.querySelectorAll ("td.name")]
	       .some (e => e.textContent === "gate"));
    openTab ("Summary");
    beginPrinting ();
    seen.push (/Locks of threads/.test (text ("printed")),
	       $("flame-view").clientWidth > 700);
    endPrinting ();
    seen.push ($("printed"));'
line 1 find
line 2 true
line 3 true
line 4 true
line 5 'Nothing has that.'
line 6 Waiting
line 7 true
line 8 gate
line 9 true
line 10 true
line 11 true
line 12 ''
