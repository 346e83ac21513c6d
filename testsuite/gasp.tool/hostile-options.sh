# Options and arguments of the gasp command that nobody means: a message with
# the option, the value and what would be right; status 1 or 2, never a crash;
# what cannot be meant is refused before a program runs.
#
# SPDX-License-Identifier: Apache-2.0
# timeout: 300

. "$HERE/../lib/profile.sh"
example
profile 3 ./prog threads
. "$HERE/../lib/hostile.sh"

report_options='format output view sort limit min-percent include exclude
  thread process with-costs filter source source-dir disassemble debuginfod from to help'
for option in $report_options; do
  for value in '' ' ' -1 nan "$nines" "$letters" "$terminal" '[' '\' '*' ',' \
      '************************a' '[[:alpha:]' '!(a|*)'; do
    its_turn 5 || continue
    try report "--$option=$value" profile
    case $got in
      0) ;;
      1 | 2) has err "^gasp: " ;;
      *) fail "$shown: status $got" ;;
    esac
  done
  case $option in
    with-costs | help | source | disassemble | debuginfod) ;;
    *) refused 2 "'--$option' needs a value" report profile "--$option" ;;
  esac
done
for value in '' 'x' "$letters" "$terminal" -1; do
  refused 2 '^gasp: report: --format: .*text.json.csv.html' report --format="$value" profile
  refused 2 '^gasp: report: --view: .*flat, ' report --view="$value" profile
  refused 2 '^gasp: report: --sort: .*list fields' report --sort="$value" profile
  refused 2 '^gasp: report: --limit: .*a number' report --limit="$value" profile
  refused 2 '^gasp: report: --min-percent: .*a number' report --min-percent="$value" profile
  refused 1 '^gasp: report: --thread: .*view=threads' report --thread="$value" profile
  [ "$value" = -1 ] || refused 1 '^gasp: report: --process: .*view=threads' report --process="$value" profile
done
refused 2 "^gasp: report: --min-percent: 101 is not from 0 to 100" report --min-percent=101 profile
refused 2 "^gasp: report: --view: there is no view ''" report --view=flat, profile
refused 2 "^gasp: report: --output: ''" report -o '' profile
refused 2 "^gasp: report: --filter: ''" report --filter= profile
refused 0 "^gasp: report: --source: 'nowhere' is no directory" report -S nowhere profile
refused 1 'cannot be read' report ''
refused 1 'cannot be read' report "$letters"
refused 1 'cannot be read|not a record' report "$terminal"

for value in '' ' ' x "$letters" "$terminal" "$nines"; do
  refused 2 '^gasp: unknown command .*--help' "$value"
  refused 2 '^gasp: list: unknown topic .*events' list "$value"
  refused 2 '^gasp: doctor: .*no arguments' doctor "$value"
  refused 2 '^gasp: compiler-path: .*no arguments' compiler-path "$value"
  refused 2 '^gasp: attach: .*process number' attach "$value"
  refused 2 '^gasp: detach: .*process number' detach "$value"
  try run -o none "$value"
  [ $got = 127 ] || fail "$shown: status $got"
  has err 'cannot run'
done
for value in -1 0x "$letters" "$terminal" '' nan; do
  refused 2 '^gasp: attach: --wait: .*a number' attach --wait="$value" 1
done
refused 1 '^gasp: attach: .*not instrumented' attach $$
for command in run attach detach report list doctor compiler-path; do
  for value in "--$letters" "--$terminal" --no-such=1 -% --=x; do
    refused 2 "^gasp: $command: unknown option.*gasp $command --help" $command "$value"
  done
done

# Counters are for the tool to judge, on the machine where the program runs.
for value in '' ' ' "$letters" "$terminal" -1 , "$nines"; do
  for option in record-limit budget sample output trace-last; do
    its_turn 3 || continue
    try run -q "--$option=$value" ./prog
    case $got in
      3) has out '^output$' ;;
      1 | 2) hasnt out output
	 has err "^gasp: (run: --$option: .*is not|cannot write records)" ;;
      *) fail "$shown: status $got" ;;
    esac
  done
  try run -q "--counters=$value" ./prog
  [ $got = 3 ] || fail "$shown: status $got"
  has out '^output$'
  for option in clock timing; do
    refused 2 "^gasp: run: --$option: .*is not one of" run "--$option=$value" ./prog
  done
done
echo > file
refused 1 '^gasp: cannot write records into file' run --output=file ./prog
hasnt out output
for refused in budget=abc budget=-1 record-limit=12Q sample=X sample=X:0 trace-last=10x trace=5Z; do
  refused 2 "^gasp: run: --${refused%=*}: '${refused#*=}' is not" run --$refused ./prog
  hasnt out output
done
run 3 env GASP_BUGDET=5 "$GASP" run ./prog
has err 'GASP_BUGDET.*did you mean.*budget'
