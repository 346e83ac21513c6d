# The call tree of the page has the rows of the one in text, with the same figures and
# signs.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
. "$HERE/../lib/browser.sh"
cat > prog.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile double sum[2];
#define KEEP __attribute__ ((noipa)) static
KEEP void often (int who) { sum[who] += 1; }
KEEP void first (int who) { for (int i = 0; i < 4000; i++) often (who); }
KEEP void allocate (void) { for (int i = 0; i < 100; i++) free (malloc (100)); }
KEEP void rest (void)
{
  pthread_mutex_lock (&lock);
  usleep (20000);
  pthread_mutex_unlock (&lock);
}
static void *
body (void *who)
{
  for (int i = 0; i < 4; i++)
    rest ();
  for (int i = 0; i < 1500; i++)
    first (*(int *) who), allocate ();
  return NULL;
}
int
main (void)
{
  pthread_t threads[2];
  int who[2] = { 0, 1 };
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, body, &who[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
END
run 0 "$CC" --profile -g -O1 prog.c -o prog -pthread
profile 0 ./prog
LC_ALL=C.UTF-8 run 0 "$GASP" report --view=tree --limit=0 profile
# Figures and names, without what draws the tree, and without places.
sed '1,/^ *total  *%/d; /^ *[0-9.]* ms *[0-9]* *[^ ]*:[0-9]/,$d' out \
  | LC_ALL=C.UTF-8 sed -E 's/[│├└─]//g; s/  ([^ ]*:[0-9]+|[^ ]*[.]so[.0-9]*)$//
      s/[ ,]//g; s/allthreads$/all threads/; /^$/d; s/ //g' | LC_ALL=C sort > text
has text '≥[0-9.]*M?often$'
has text '[(]waited[)]$'
has text '~[0-9]*malloc$'
run 0 "$GASP" report --format=html --output=report.html profile
ask '#Call%20tree' '
  await wait (200);
  press ("* *");
  await wait (200);
  for (const row of document.querySelectorAll ("#tree-rows tr"))
    seen.push ([...row.children].slice (0, -1).map (cell => cell.textContent).join (""));
'
LC_ALL=C.UTF-8 sed -E 's/[▸▾,[:space:]]//g; s/\xc2\xa0|\xe2\x80\xaf//g' seen \
  | LC_ALL=C sort > page
has page '≥[0-9.]*M?often$'
# The page has nanoseconds, and all digits of a million; but rows of some ms have the same.
for file in text page; do
  LC_ALL=C.UTF-8 sed -Ei '/often$/d; /µs|[0-9]ns/d' $file
done
[ "$(wc -l < text)" -ge 2 ] || fail "few rows: $(cat text)"
diff text page || fail "the page's tree differs from the one in text"
