/* util.h - memory, messages and text for all parts of the gasp command.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "file-names.h"

#define COUNT_OF(array) (sizeof (array) / sizeof *(array))

/* The exit statuses of the command.  */
enum { EXIT_FINE = 0, EXIT_TROUBLE = 1, EXIT_USAGE = 2 };

/* Returns zeroed memory; ends the command if there is none.  */
extern void *allocate (size_t count, size_t size);
/* An attribute of a local variable: what it points to is freed at the end of
   its scope.  */
#define OWNED __attribute__ ((cleanup (free_owned)))
extern void free_owned (void *variable);
/* Returns ARRAY, of COUNT members of SIZE bytes, with room for one more; *ROOM
   is what it has room for.  */
extern void *room_for_one (void *array, size_t count, size_t *room,
			   size_t size);
/* Returns ARRAY, of which no more than SIZE bytes are needed.  */
extern void *shrunk (void *array, size_t size);
/* Another element after the COUNT of ARRAY, to be assigned to.  */
#define ONE_MORE(array, count, room)					\
  (*((array) = room_for_one (array, count, &(room), sizeof *(array)),	\
     &(array)[(count)++]))
extern char *copy_string (const char *string);
extern char *print_string (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
/* Returns two digits for each of so many BYTES, allocated.  */
extern char *hexadecimal (const unsigned char *bytes, size_t size);

/* Prints one line on standard error: "gasp: ...".  */
extern void complain (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
/* Complains, and exits with STATUS.  */
extern void fail (int status, const char *format, ...)
  __attribute__ ((noreturn, format (printf, 2, 3)));

/* Returns, of COUNT names, each at the start of a row of SIZE bytes, the one
   most like WRONG; or null if none is.  */
extern const char *most_alike (const char *wrong, const void *rows,
			       size_t count, size_t size);

/* Returns the plural of NAME, a noun: "UPC threads", "toy processes".  */
extern char *plural_noun (const char *name);

/* Returns whether the output may have characters beyond ASCII.  */
extern bool may_print_utf8 (void);
/* Returns what is put before a number that may be too small.  */
extern const char *least_sign (void);
/* Returns what is put before an error.  */
extern const char *error_sign (void);

/* Returns "1.23 ms" and the like, in one of a few static buffers.  */
extern const char *time_text (double nanoseconds);
extern const char *bytes_text (double bytes);
extern const char *count_text (double count);
/* Returns a rank as records have it: "2" of the first world, "1.2" of the next
   (launchers.h).  */
extern const char *rank_text (int64_t rank);
extern const char *percent_text (double part, double whole);

/* Prints STRING with control characters and invalid UTF-8 replaced, fit for a
   terminal; and returns the columns it takes there.  */
extern void print_clean (FILE *out, const char *string);
extern size_t clean_width (const char *string);
/* Prints STRING in no more than WIDTH columns: cut with "…" at the end if
   AT_END, else in the middle.  */
extern void print_fitted (FILE *out, const char *string, size_t width,
			  bool at_end);
/* Returns the length of the UTF-8 character at STRING, or 0 if it is not one,
   or a control character.  */
extern size_t utf8_length (const char *string);

/* Returns whether A and B, which may be null, are the same.  */
extern bool same_text (const char *a, const char *b);

/* Returns whether NAME is in LIST, separated by commas.  */
extern bool in_list (const char *list, const char *name);

/* Makes the directory NAME, which its user can write to whatever the umask is.
   Returns false, with errno set, if it cannot.  */
extern bool make_directory (const char *name);

/* Returns the file that PROGRAM is in PATH, or null; allocated.  */
extern char *find_in_path (const char *program);

/* Starts ARGV, which reads INPUT and writes to OUTPUT, and whose complaints go
   nowhere.  Returns false if it cannot.  */
extern bool start_command (char *const argv[], int input, int output,
			   pid_t *pid);
/* Returns the first line that the command ARGV prints, or null; allocated.  */
extern char *first_line_of (char *const argv[]);
