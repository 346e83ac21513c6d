# The example for continuous integration fails on a planted regression, and only then.
#
# SPDX-License-Identifier: Apache-2.0

# timeout: 300
not_emulated "it compiles by make"
need git
need make
PATH=$BUILD/bin:$PATH
export PATH
export HOME="$PWD" GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a \
  GIT_COMMITTER_EMAIL=a@b GIT_CONFIG_NOSYSTEM=1
mkdir repository
cd repository
cat > prog.c <<'END_OF_PROGRAM'
#include <stdlib.h>
__attribute__ ((noipa)) static int step (int i) { return i + 1; }
__attribute__ ((noipa)) static int
work (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += step (i);
  return sum;
}
int main (int argc, char **argv) { return argc < 2 || !work (atoi (argv[1]) * COST); }
END_OF_PROGRAM
printf 'CFLAGS = -O2\nprog: prog.c\n\t%s $(CFLAGS) -DCOST=1 prog.c -o prog\n' "$STOCK" \
  > Makefile
printf 'prog\ngasp-*\n' > .gitignore
run 0 git init -q .
run 0 git add .
run 0 git commit -q -m first
regression ()
{
  run "$1" sh "$SOURCE/examples/ci/regression" HEAD \
    'make CFLAGS="-O2 -g -finstrument-gasp-functions=emitted"' './prog 100000' "$2"
}
regression 0 'calls:step>10%'
has out '4 runs'
hasnt err 'not instrumented'
[ -s gasp-changes.html ] || fail "no page"
sed -i s/COST=1/COST=2/ Makefile
rm prog
regression 3 'calls:step>10%'
has out 'more +calls .* step'
hasnt out add-matcher
# On GitHub, what changed is where a problem matcher finds it.
GITHUB_ACTIONS=true
export GITHUB_ACTIONS
regression 3 'calls:step>10%'
unset GITHUB_ACTIONS
sed -n '/^::add-matcher::.*\/matcher.json$/,/^::remove-matcher owner=gasp::$/p' out > gasp-log
line=$(grep -n ' step (int' prog.c | cut -d: -f1)
has gasp-log "(^|/)prog.c:$line:1: warning: calls 200000, was 100000 \(\+100.0 %\) \[step\]$"
# Nothing is left behind.
run 0 git worktree list
count 1 out .
run 0 git status --short
count 1 out .
# What fails to build is no regression.
rm prog
echo 'prog: ; false' > Makefile
regression 2 'total>10%'

# The examples name the command, and are YAML.
need python3
run 0 python3 -c '
import json, re, sys
pattern = json.load (open (sys.argv[1]))["problemMatcher"][0]["pattern"][0]
found = [re.match (pattern["regexp"], line) for line in open ("gasp-log")]
print ([m.group (pattern["file"], pattern["line"], pattern["severity"])
        for m in found if m])' "$SOURCE/examples/ci/matcher.json"
has out "prog.c', '$line', 'warning'\)"
python3 -c 'import yaml' 2> /dev/null || exit 0
for file in github gitlab; do
  python3 -c 'import sys, yaml; yaml.safe_load (open (sys.argv[1]))' \
    "$SOURCE/examples/ci/$file.yml" || fail "$file"
  has "$SOURCE/examples/ci/$file.yml" 'ci/regression '
done
