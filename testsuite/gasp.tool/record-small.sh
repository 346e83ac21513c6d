# A process that does little has a record that takes little of the disk.
#
# SPDX-License-Identifier: Apache-2.0

. "$HERE/../lib/profile.sh"
cat > forks.c <<'END_C'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__ ((noipa)) void work (void) { __asm__ volatile (""); }
int
main (void)
{
  for (int i = 0; i < 20; i++)
    {
      if (fork () == 0)
	{
	  work ();
	  _exit (0);
	}
      wait (NULL);
    }
  return 0;
}
END_C
truncate -s 512K holes
[ "$(stat -c %b holes)" = 0 ] || unsupported "files without holes"
run 0 "$CC" -O1 --profile forks.c -o forks
profile 0 ./forks
[ "$(figure calls 'void work(void)')" = 20 ] \
  || fail "$(figure calls 'void work(void)') calls"
for record in profile/*.gasp; do
  blocks=$(stat -c %b "$record")
  [ "$blocks" -le 128 ] || fail "$record: $blocks blocks"
done
