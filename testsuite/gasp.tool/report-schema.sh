# What gasp report and gasp diff write as JSON is as the schema says.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog threads
run 0 "$GASP" list schema
cmp out "$BUILD/share/gasp/report.schema.json" || fail "another one is installed"
cp out schema.json
valid_json schema.json
run 0 "$GASP" list fields --names
# Each field of each table.
tr . ' ' < out | while read -r table field; do
  sed -n "/^\"$table\": {\"title\"/,/\"required\"/p" schema.json | grep -q "^\"$field\": " \
    || { echo "$table.$field"; exit 1; }
done || fail "a field is not in the schema"

python=
for command in python3 /usr/bin/python3; do
  if $command -c 'import jsonschema' 2> /dev/null; then python=$command; break; fi
done
[ -n "$python" ] || unsupported "no python3-jsonschema"
run 0 "$GASP" report --format=json -o report.json profile
run 0 "$GASP" diff --format=json -o diff.json profile profile
cat > check.py <<'END'
import json, jsonschema, sys
schema = json.load (open ("schema.json"))
validator = getattr (jsonschema, "Draft202012Validator", jsonschema.Draft7Validator)
validator.check_schema (schema)
for name in sys.argv[1:]:
    for error in validator (schema).iter_errors (json.load (open (name))):
        print (name, list (error.path), error.message)
END
# It is a schema that something can be wrong with.
sed 's/"calls": \([0-9]*\)/"calls": "\1"/' report.json > wrong.json
run 0 $python check.py report.json diff.json wrong.json
hasnt out '^(report|diff)\.json'
has out "^wrong.json.*calls.*is not of type 'integer'"
