# refuse.sh - programs that may not ask for perf events.
#
# SPDX-License-Identifier: Apache-2.0

# make_refused [CALL]: make ./gasp-refused, which is gasp in a sandbox that refuses
# perf_event_open, as containers do; and the system call CALL.
make_refused ()
{
  cat > refuse.c <<'END'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 1, 0),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, ALSO, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  };
  struct sock_fprog program = { 5, filter };
  if (argc < 2 || prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
    return 77;
  execvp (argv[1], argv + 1);
  return 78;
}
END
  run 0 "$STOCK" -O1 -DALSO="SYS_${1:-perf_event_open}" refuse.c -o refuse
  printf '#!/bin/sh\nexec "%s/refuse" "%s" "$@"\n' "$PWD" "$BUILD/bin/gasp" \
    > gasp-refused
  chmod +x gasp-refused
  refused=0
  ./gasp-refused --version > /dev/null || refused=$?
  [ $refused != 77 ] || unsupported "no seccomp here"
}
