# JSON that is JSON, in every view, also of odd names.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog threads
run 0 "$GASP" report --format=json profile
cp out all.json
valid_json all.json
for view in flat tree lines memory events counters threads; do
  run 0 "$GASP" report --format=json --view=$view profile
  cp out $view.json
  valid_json $view.json
done
cat > odd.c <<'END'
#include <pupc.h>
# 1 "odd \"name\" \\ \303\244 <b>&.c"
int main (void)
{
  pupc_event_atomic (pupc_create_event ("quote \" back \\ <tag> \t \377", "%s"), "text \" \n </script>");
  return 0;
}
END
run 0 "$CC" --profile odd.c -o odd
profile 0 ./odd
run 0 "$GASP" report --format=json profile
cp out odd.json
valid_json odd.json
