/* The function syscall hands over all six arguments, and results, be they
   errors or no errors; errno stays what it was if there is none.

   SPDX-License-Identifier: Apache-2.0  */

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "ways.h"

KEEP static char *
map (int fd, long offset)
{
  return (char *) syscall (SYS_mmap, 0, 4096, PROT_READ, MAP_PRIVATE, fd,
			   offset);
}

int
main (void)
{
  int fd = open ("/proc/self/exe", O_RDONLY);
  char *first = map (fd, 0);
  long result;

  if (fd < 0)
    UNSUPPORTED ("no /proc");
  printf ("%.3s\n", first + 1);
  errno = 0;
  result = (long) map (fd, 1);
  printf ("%ld %d\n", result, errno == EINVAL);
  result = syscall (SYS_close, -1);
  printf ("%ld %d\n", result, errno == EBADF);
  errno = 1000;
  result = syscall (SYS_getpid);
  printf ("%d %d\n", result == getpid (), errno);
  result = syscall (SYS_lseek, fd, 5, SEEK_SET);
  printf ("%ld %d\n", result, errno);
  result = syscall (100000);
  printf ("%ld %d\n", result, errno == ENOSYS);
  return deep (100, leaf) < 0;
}
