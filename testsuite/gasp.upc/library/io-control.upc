/* upc_io.h: how files are opened, upc_all_fcntl, sizes, and errors.

   SPDX-License-Identifier: Apache-2.0

   { dg-threads 1 3 }
   { dg-conduits smp loopback }  */

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <upc_io.h>
#include "check.h"

static char name[100];
static shared int number;

/* That CALL, of a value -1 or null, fails with ERROR.  */
#define FAILS(call, value, error)					\
  do									\
    {									\
      errno = 0;							\
      CHECK ((call) == (value));					\
      CHECK_IS (errno, error);						\
    }									\
  while (0)

static void
opening (void)
{
  struct upc_hint hint = { "file_perm", "0600" };
  struct stat status;
  upc_file_t *f;

  FAILS (upc_all_fopen (name, UPC_RDONLY | UPC_COMMON_FP, 0, NULL), NULL,
	 ENOENT);
  FAILS (upc_all_fopen (name, UPC_RDWR | UPC_CREATE, 0, NULL), NULL, EINVAL);
  FAILS (upc_all_fopen (name, UPC_CREATE | UPC_COMMON_FP, 0, NULL), NULL,
	 EINVAL);
  f = upc_all_fopen (name, UPC_WRONLY | UPC_CREATE | UPC_EXCL
		     | UPC_INDIVIDUAL_FP, 1, &hint);
  CHECK (f != NULL);
  CHECK (stat (name, &status) == 0 && (status.st_mode & 07777) == 0600);
  CHECK_IS (upc_all_fset_size (f, 1000), 0);
  FAILS (upc_all_fread_local (f, name, 1, 1, 0), -1, EBADF);
  CHECK_IS (upc_all_fclose (f), 0);
  FAILS (upc_all_fopen (name, UPC_WRONLY | UPC_CREATE | UPC_EXCL
			| UPC_INDIVIDUAL_FP, 0, NULL), NULL, EEXIST);
  f = upc_all_fopen (name, UPC_RDONLY | UPC_APPEND | UPC_INDIVIDUAL_FP, 0,
		     NULL);
  CHECK (f != NULL);
  CHECK_IS (upc_all_fseek (f, 0, UPC_SEEK_CUR), 1000);
  FAILS (upc_all_fwrite_local (f, name, 1, 1, 0), -1, EBADF);
  FAILS (upc_all_fset_size (f, 1), -1, EBADF);
  FAILS (upc_all_fseek (f, -1, UPC_SEEK_SET), -1, EINVAL);
  FAILS (upc_all_fseek (f, 0, 77), -1, EINVAL);
  CHECK_IS (upc_all_fclose (f), 0);
  FAILS (upc_all_fclose (f), -1, EBADF);
}

static void
sizes (void)
{
  upc_file_t *f = upc_all_fopen (name, UPC_RDWR | UPC_TRUNC | UPC_COMMON_FP,
				 0, NULL);

  CHECK (f != NULL);
  CHECK_IS (upc_all_fget_size (f), 0);
  CHECK_IS (upc_all_fset_size (f, 500), 0);
  CHECK_IS (upc_all_fpreallocate (f, 200), 0);
  CHECK_IS (upc_all_fget_size (f), 500);
  CHECK_IS (upc_all_fpreallocate (f, 2000), 0);
  CHECK_IS (upc_all_fget_size (f), 2000);
  CHECK_IS (upc_all_fseek (f, 0, UPC_SEEK_CUR), 0);
  CHECK_IS (upc_all_fseek (f, 5000, UPC_SEEK_SET), 5000);
  CHECK_IS (upc_all_fget_size (f), 2000);
  FAILS (upc_all_fwrite_local (f, name, 1, 1, 0), -1, EINVAL);
  CHECK_IS (upc_all_fclose (f), 0);
}

static void
modes (upc_file_t *f, int flags)
{
  CHECK_IS (upc_all_fcntl (f, UPC_GET_CA_SEMANTICS, NULL), 0);
  CHECK_IS (upc_all_fcntl (f, UPC_SET_STRONG_CA_SEMANTICS, NULL), 0);
  CHECK_IS (upc_all_fcntl (f, UPC_GET_CA_SEMANTICS, NULL), UPC_STRONG_CA);
  CHECK_IS (upc_all_fcntl (f, UPC_GET_FL, NULL), flags | UPC_STRONG_CA);
  CHECK_IS (upc_all_fcntl (f, UPC_SET_WEAK_CA_SEMANTICS, NULL), 0);
  CHECK_IS (upc_all_fcntl (f, UPC_GET_FL, NULL), flags);
  CHECK_IS (upc_all_fseek (f, 7, UPC_SEEK_SET), 7);
  CHECK_IS (upc_all_fcntl (f, UPC_GET_FP, NULL), UPC_COMMON_FP);
  CHECK_IS (upc_all_fcntl (f, UPC_SET_INDIVIDUAL_FP, NULL), 0);
  CHECK_IS (upc_all_fseek (f, MYTHREAD, UPC_SEEK_CUR), MYTHREAD);
  CHECK_IS (upc_all_fcntl (f, UPC_GET_FP, NULL), UPC_INDIVIDUAL_FP);
  CHECK_IS (upc_all_fcntl (f, UPC_SET_COMMON_FP, NULL), 0);
  CHECK_IS (upc_all_fseek (f, 0, UPC_SEEK_CUR), 0);
  FAILS (upc_all_fcntl (f, 12345, NULL), -1, EINVAL);
}

static void
hints (upc_file_t *f)
{
  struct upc_hint hint = { "striping_unit", "64" };
  const struct upc_hint *found;
  const char *file_name;

  CHECK_IS (upc_all_fcntl (f, UPC_GET_FN, &file_name), 0);
  CHECK (strcmp (file_name, name) == 0 && file_name != name);
  CHECK_IS (upc_all_fcntl (f, UPC_GET_HINTS, &found), 0);
  CHECK_IS (upc_all_fcntl (f, UPC_SET_HINT, &hint), 0);
  hint.value = "65";
  CHECK_IS (upc_all_fcntl (f, UPC_SET_HINT, &hint), 0);
  CHECK_IS (upc_all_fcntl (f, UPC_GET_HINTS, &found), 1);
  CHECK (strcmp (found->key, "striping_unit") == 0
	 && strcmp (found->value, "65") == 0);
}

static void
fcntl_commands (void)
{
  int flags = UPC_RDWR | UPC_COMMON_FP | UPC_DELETE_ON_CLOSE;
  upc_file_t *f = upc_all_fopen (name, flags, 0, NULL);

  CHECK (f != NULL);
  modes (f, flags);
  hints (f);
  CHECK_IS (upc_all_fcntl (f, UPC_ASYNC_OUTSTANDING, NULL), 0);
  FAILS (upc_all_fwait_async (f), -1, EINVAL);
  CHECK_IS (upc_all_fclose (f), 0);
  CHECK (access (name, F_OK) != 0);
}

/* Left open, and deleted all the same.  */
static void
left_open (void)
{
  char rest[120];

  snprintf (rest, sizeof rest, "%s.open", name);
  CHECK (upc_all_fopen (rest, UPC_RDWR | UPC_CREATE | UPC_COMMON_FP
			| UPC_DELETE_ON_CLOSE, 0, NULL) != NULL);
}

int
main (void)
{
  /* The same on all machines.  */
  if (MYTHREAD == 0)
    number = getppid ();
  upc_barrier;
  snprintf (name, sizeof name, "io-control.%d.tmp", number);
  opening ();
  sizes ();
  fcntl_commands ();
  left_open ();
  return 0;
}
