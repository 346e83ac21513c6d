# Arguments of the plugin, the wrapper's options and its variables with values
# that nobody means: an error with the argument and what would be right, or
# they are taken; never a crash of the compiler.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 400

echo 'int f (int n) { return n; } int main (void) { return f (0); }' > a.c
letters=$(head -c 100000 /dev/zero | tr '\0' x)
escapes=$(printf '[\001-\010\013-\037\177]')
terminal=$(printf '\033[31mred\nline\377%%s%%n')

# try WORD...: compile; its status in got.
try ()
{
  got=0
  timeout 60 "$@" > out 2> err < /dev/null || got=$?
  shown=$(echo "$*" | head -c 300 | tr -c '[:print:]' '?')
  [ $got -lt 2 ] || fail "$shown: status $got"
  hasnt err 'internal compiler error|Segmentation|terminated|Please submit'
  # Ours; GCC's own show what they are given.
  grep -a 'gasp' err | grep -av 'unrecognized' > ours || :
  hasnt ours "$escapes"
  [ $got -eq 0 ] || has err ': (fatal )?error: |^gasp[a-z+]*: '
}

# argument WORD: of the plugin.
argument ()
{
  try $STOCK -fplugin="$PLUGIN" -fplugin-arg-gasp-functions=source "-fplugin-arg-gasp-$1" -c a.c
}

for name in instrument local verbose upc upc-berkeley help; do
  for value in '' ' ' -1 0 1 yes "$letters" "$terminal"; do
    argument "$name=$value"
    [ $got = 1 ] || fail "$name=$value is taken"
    has err 'takes no value'
  done
done
for name in functions tail-calls only include-functions exclude-functions \
    include-files exclude-files filter input upc-threads upc-conduit upc-forall-jumps; do
  for word in $name $name=; do
    argument $word
    [ $got = 1 ] || fail "$word is taken"
    has err "gasp-$name.*needs a value"
  done
  for value in ' ' , ,, '[' '*' '\' '[[:' '!(a|*)' '***********************b' \
      99999999999999999999999 nan "$letters" "$terminal" / /proc/self/mem; do
    its_turn 3 || continue
    argument "$name=$value"
  done
done
for value in ' ' -1 x "$letters" "$terminal"; do
  argument "functions=$value"
  has err 'must be .source. or .emitted.'
  argument "tail-calls=$value"
  has err 'must be .recursive., .all. or .none.'
  argument "upc-conduit=$value"
  has err 'must be .smp., .loopback. or .mpi.'
  argument "upc-forall-jumps=$value"
  has err 'Wupc-forall-jumps=.*must be .warning., .error. or .ignored.'
done
for value in ' ' -1 0 1048577 99999999999999999999999 0x10 1.5 1e2 "$letters"; do
  argument "upc-threads=$value"
  [ $got = 1 ] || fail "upc-threads=$value is taken"
  has err 'number from 1 to 1048576'
done
argument upc-threads=1025
has err 'more than 1024 threads need .*-fupc-many-threads'
for word in '' = no-such "$letters" "$terminal"; do
  argument "$word"
  [ $got = 1 ] || fail "'$word' is taken"
  has err 'unknown argument'
  has err 'known ones are: instrument'
done

# Lists that are no text, of endless lines too; and one that can be read once.
for file in / /dev/zero /proc/self/mem "$PLUGIN" nowhere; do
  argument only=$file
  [ $got = 1 ] || fail "only=$file"
  has err 'cannot read the list of events'
  argument filter=$file
  [ $got = 1 ] || fail "filter=$file"
  has err 'cannot read the filter file'
done
head -c 300000 /dev/zero | tr '\0' x > long
argument filter=long
has err 'a line is too long'
printf 'exclude\nexclude function\nexclude function \n\033[1m\n\\\nexclude file [\ninclude function ,,\n' > bad
argument filter=bad
count 5 err 'is not a rule'
mkfifo pipe
(printf 'GASP_C_MALLOC\nGASP_C_FREE\n' > pipe) &
$STOCK -fplugin="$PLUGIN" -fplugin-arg-gasp-only=pipe -fplugin-arg-gasp-instrument -fsyntax-only a.c 2> err \
  || { cat err; fail "a list from a pipe"; }
wait

# The wrapper.
for value in "'" '"' '\' "$letters" "$terminal" '@nowhere' '--tool' '--tool=' \
    '--tool=/' '--tool=/dev/null' '--profile-only' '--profile-only=' '-o' \
    '$(touch made)' '`touch made`' ';touch made' '|touch made'; do
  try env GASPCC_FLAGS="$value" "$CC" --profile a.c
  try env GASPCC_HOME="$value" "$CC" --gasp-specs
done
[ ! -e made ] || fail "a shell has read GASPCC_FLAGS"
try env GASPCC_FLAGS=' ' GASPCC_VERBOSE="$terminal" "$CC" --profile a.c
[ $got = 0 ] || fail "blank GASPCC_FLAGS"
for value in "--$letters" "--$terminal" -finstrument-gasp-no-such \
    -finstrument-gasp-functions= "-finstrument-gasp-functions=$terminal" \
    --profile=x --profile-local=x --inst=1 --inst-local=x --inst-functions= \
    --profile-onlyx --profile-only=/ --inst-only=/dev/zero --inst-only= \
    --gasp-helpx --gasp-help=x --tool=papi,x "--tool=$letters" --tool; do
  try "$CC" "$value" -c a.c
  [ $got = 1 ] || fail "$shown is taken"
done
