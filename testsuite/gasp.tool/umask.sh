# Whatever the program's umask is, its user can read and extend a record, and nobody else can write it.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > prog.c <<'END'
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__ ((noipa)) void work (int n) { if (n) work (n - 1); }
int main (int argc, char **argv)
{
  umask (strtoul (argv[1], NULL, 8));
  if (fork () == 0)
    {
      work (10);
      return 0;
    }
  wait (NULL);
  return 0;
}
END
run 0 "$CC" -O1 --profile prog.c -o prog
# A directory that gasp makes, too, whatever its own umask is.
for mask in 777 700 022; do
  rm -rf profile
  (umask $mask && "$GASP" run -o profile ./prog 22) 2> err || fail "umask $mask: $(cat err)"
  has err 'recorded 2 processes in profile'
  case $(stat -c %a profile) in 7*) ;; *) fail "umask $mask: $(stat -c %a profile)" ;; esac
done
for mask in 0 22 77 777 377; do
  rm -rf profile
  run 0 "$GASP" run -q --trace -o profile ./prog $mask
  [ ! -s err ] || fail "$mask: $(cat err)"
  [ "$(ls -I code profile | wc -l)" = 4 ] || fail "$(ls profile)"
  for file in profile/prog.*; do
    case $(stat -c %a "$file") in
      6[04][04]) ;;
      *) fail "umask $mask: $(stat -c '%a %n' "$file")" ;;
    esac
  done
done
