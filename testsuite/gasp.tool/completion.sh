# The shells complete commands, options and values of gasp and gaspcc.
#
# SPDX-License-Identifier: Apache-2.0

bash=$(command -v bash) || unsupported "no bash"
share=$BUILD/share
cat > ask.bash <<'END'
# WORD...: the words of a line up to the cursor; prints what the last may become.
source "$SHARE/bash-completion/completions/gasp"
source "$SHARE/bash-completion/completions/gaspcc"
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMPREPLY=()
case $1 in gasp) _gasp ;; *) _gaspcc ;; esac
printf '%s\n' "${COMPREPLY[@]}"
END

# asked WORD...: completed by bash
asked ()
{
  run 0 command env SHARE="$share" "$bash" ask.bash "$@"
  hasnt err .
}
asked gasp re
has out '^report$'
count 1 out .
asked gasp ''
for command in run attach report list doctor; do has out "^$command\$"; done
asked gasp report --fo
has out '^--format=$'
asked gasp report --format =
for format in text json csv html; do has out "^$format\$"; done
asked gasp report --format = j
[ "$(cat out)" = json ] || fail "values after ="
asked gasp report --view = c
for view in callers callees counters; do has out "^$view\$"; done
hasnt out '^(all|flat|changed)'
asked gasp report --view = flat,callers,mem
has out '^flat,callers,memory$'
asked gasp report --sort = self
has out '^self$'
[ -z "$(sort out | uniq -d)" ] || fail "words twice"
asked gasp run --timing a
[ "$(sort out | tr '\n' ' ')" = "all auto " ] || fail "values as words"
asked gasp run --q
[ "$(cat out)" = --quiet ] || fail "flags"
asked gaspcc --prof
has out '^--profile$'
has out '^--profile-only$'
asked gaspcc -finstrument-gasp
has out '^-finstrument-gasp-functions=?$'
asked gaspcc -Wundef
has out '^-Wundef$'

# What is offered is taken.
echo 'int main (void) { return 0; }' > prog.c
run 0 "$CC" --profile prog.c -o prog
run 0 "$GASP" run -q -o record ./prog
asked gasp report --view = ''
[ "$(wc -l < out)" -gt 12 ] || fail "views"
run 0 "$GASP" report record --format=csv --view="$(tr '\n' , < out | sed 's/,$//')"

# Every option that --help lists.
for command in run attach report trace list; do
  run 0 "$GASP" $command --help
  sed -n 's/^  \(-., \)\{0,1\}--\([a-z-]*\).*/--\2/p' out | sort > wanted
  asked gasp $command -
  sed 's/=$//' out | sort > got
  cmp wanted got || { diff wanted got; fail "gasp $command"; }
done

# The others' scripts are read without a word of complaint, where these are.
if command -v zsh > /dev/null; then
  for script in _gasp _gaspcc; do
    run 0 zsh -n "$share/zsh/site-functions/$script"
    hasnt err .
  done
fi
if command -v fish > /dev/null; then
  run 0 fish --no-config -c \
    "source '$share/fish/vendor_completions.d/gasp.fish'; complete -C 'gasp report --format='"
  has out '^--format=json'
  # complete LINE: what may be behind it.
  complete ()
  {
    run 0 fish --no-config -c \
      "source '$share/fish/vendor_completions.d/gasp.fish'; complete -C '$1'"
  }
  complete 'gasp report --view=me'
  has out '^--view=memory'
  complete 'gasp report --view=flat,me'
  has out '^--view=flat,memory'
  complete 'gasp report --sort=sel'
  has out '^--sort=self'
fi
