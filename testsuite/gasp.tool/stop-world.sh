# Threads that are stopped by signals keep no other one waiting, neither where
# paths are merged, nor where functions are switched off.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
not_emulated "gasp runs programs of this machine"
rounds=$(often 60 400)
run 0 "$CC" -O2 -D_GNU_SOURCE -DROUNDS=$rounds -finstrument-gasp -finstrument-gasp-functions \
  "$HERE/../gasp.ways/stop-world.c" -o world -pthread
for settings in --record-limit=2M '--record-limit=2M --timing=all' --budget=1% \
		'--budget=5% --timing=all'; do
  run 6 timeout 60 "$GASP" run -q -o profile $settings ./world
  "$GASP" report --format=csv --view=flat profile > csv
  calls=$(figure calls 'void send(int, sem_t *)')
  # On a busy machine a budget may switch this function off: an estimate then.
  case $settings,$calls in
    *,$((2 * rounds))) ;;
    --budget*) has csv '"void send\(int, sem_t \*\)"' ;;
    *) fail "$settings: send: $calls calls"
  esac
  # A few seconds, in ns, and not the time since the machine was started.
  [ "$(figure total 'void *work_on(void *)' | cut -d. -f1)" -lt 300000000000 ] \
    || fail "$settings: work_on: $(figure total 'void *work_on(void *)') ns"
  rm -rf profile
done
