# Sources with absolute names, as from CMake, are shown below the directory that
# they have in common; that of the system is none of theirs.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
mkdir -p project/source/core project/tests
cat > project/source/core/leaf.C <<'END'
#include <algorithm>
#include <vector>
int leaf (int n)
{
  std::vector<int> v (n, 1);
  std::sort (v.begin (), v.end ());
  return v[0];
}
END
cat > project/tests/main.C <<'END'
int leaf (int);
int main () { return leaf (100) + 2; }
END
run 0 "$CXX" -g -O1 --profile "$PWD/project/source/core/leaf.C" "$PWD/project/tests/main.C" -o prog
run 3 "$GASP" run -q -o profile ./prog
run 0 env COLUMNS=400 "$GASP" report --limit=0 profile
has out "^  sources +$PWD/project/$"
has out ' leaf +source/core/leaf.C:3'
has out ' main +tests/main.C:2'
hasnt out " $PWD/project/[st]"
run 0 "$GASP" report --format=html -o page.html profile
has page.html '"file": "source/core/leaf.C"|"source/core/leaf.C"'
run 0 "$GASP" report --format=json profile
has out "\"source_root\": \"$PWD/project/\""
# Names that are relative stay so.
cd project/tests
run 0 "$CXX" -g -O1 --profile -c main.C -o main.o
cd ../..
run 0 "$CXX" -g -O1 --profile "$PWD/project/source/core/leaf.C" project/tests/main.o -o prog
run 3 "$GASP" run -q -o mixed ./prog
run 0 env COLUMNS=400 "$GASP" report --limit=0 mixed
has out ' leaf .*leaf.C:3'
has out ' main.C:2'
