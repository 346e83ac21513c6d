# In a program without instrumentation, allocations, and what is not freed, have the
# lines and functions of the program that called malloc, also by way of C++'s
# operators and strings; what libraries allocate for themselves has none.  So locks in
# such memory have names, as those of Rust do.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
. "$HERE/../lib/findings.sh"
. "$HERE/../lib/table.sh"
[ "$(uname -m)" = x86_64 ] || unsupported "callers are found on x86-64 only"
cat > prog.C <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <vector>
struct session { std::vector<int> data; std::string name; session *next; };
static session *all;
static __attribute__ ((noinline)) void open_session (int i)
{
  session *s = new session;
  s->data.resize (1000, i);
  s->name.assign (100 + i % 7, 'x');
  s->name.append (300, 'y');
  s->next = all;
  all = s;
}
static char *volatile text;
static __attribute__ ((noinline)) void keep_text (int n) { text = (char *) malloc (n); }
static __attribute__ ((noinline)) void use_text (int n) { text = (char *) malloc (n); free (text); text = 0; }
int main ()
{
  for (int i = 0; i < 200; i++)
    open_session (i), keep_text (5000), use_text (700);
  puts ("done");
}
END
run 0 "$STOCKXX" -g -O2 -fno-inline-functions-called-once prog.C -o prog
profile 0 --memory=exact ./prog
findings
stands_out leak prog.C:17 'blocks were not freed: .*malloc < keep_text'
table allocations profile memory
same "calls in open_session" "$(field name open_session calls | sum)" 800
same "calls in keep_text" "$(field location prog.C:17 calls | sum)" 200
same "calls in use_text" "$(field location prog.C:18 calls | sum)" 200
same "its function" "$(field location prog.C:18 name)" use_text
table deallocations profile memory
same "what is freed" "$(field location prog.C:18 calls | sum)" 200
