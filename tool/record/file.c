/* file.c - the record: its contents and its name.

   SPDX-License-Identifier: Apache-2.0

   It is mapped, and grows in place (growing.c).  */

#define _GNU_SOURCE
#include "measure/clock.h"
#include "events/context.h"
#include "record/file.h"
#include "ground/growing.h"
#include "ground/lock.h"
#include "ground/message.h"
#include "ground/state.h"
#include "little-print.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define SEGMENT GASP_RECORD_SEGMENT
/* Its first size, and the least that it grows by.  */
#define FIRST_SIZE (8 * SEGMENT)
#define LARGEST_STEP ((size_t) 64 << 20)


static struct growing_file file = {
  .unit = SEGMENT,
  .first_step = FIRST_SIZE,
  .largest_step = LARGEST_STEP,
  .by_page = true
};

static char directory[PATH_MAX]; /* that records go to */
static struct gasp_record_note *full_note;
static gasp_record_ref free_segments[GASP_RECORD_KINDS]; /* with room */

static GASP_TOOL_LOCK (file_lock);

const char *
gasp_tool_file_name (void)
{
  return strrchr (file.path, '/') + 1;
}

const char *
gasp_tool_file_path (void)
{
  return file.path;
}

/* Keeps TEXT as the note; prints it if nothing has been printed.  */
static void
note_full (const char *text)
{
  if (!full_note->count)
    gasp_tool_say ("%s: %s", file.path, text);
  struct gasp_record_string *string
    = AT (struct gasp_record_string, full_note->text);
  strcpy (string->text, text);
  string->length = strlen (text);
  full_note->count = 1;
}

enum gasp_tool_room
gasp_tool_room (void)
{
  size_t left = file.reserved - __atomic_load_n (&file.used, __ATOMIC_RELAXED);
  return (file.full || left < file.reserved / 8 + SEGMENT ? ROOM_FOR_FUNCTIONS
	  : left < file.reserved / 4 + SEGMENT ? ROOM_FOR_SOME : ROOM_FOR_ALL);
}

void
gasp_tool_file_merges (void)
{
  char text[200];
  if (full_note->count)
    return;
  if (file.full && file.size < file.reserved)
    gasp_little_print (text, sizeof text,
	      "the record cannot grow: " GASP_RECORD_MERGES);
  else
    gasp_little_print (text, sizeof text,
	      "the record has nearly reached its limit of "
	      "%zu KB (GASP_RECORD_LIMIT): " GASP_RECORD_MERGES,
	      file.reserved >> 10);
  note_full (text);
}

#define ROOM_IN_SANDBOX ((size_t) 16 << 20)

void
gasp_tool_file_grow (void)
{
  struct gasp_tool_holder holder;
  lock_quietly (&file_lock, &holder);
  gasp_tool_growing_make_room (&file, ROOM_IN_SANDBOX);
  unlock_quietly (&file_lock, &holder);
}

void
gasp_tool_file_spare (void)
{
  struct gasp_tool_holder holder;
  if (!try_lock_quietly (&file_lock, &holder))
    return;
  gasp_tool_growing_make_spare (&file);
  unlock_quietly (&file_lock, &holder);
}

/* Reports once that the record is full, because of ERROR, and note it in the
   record.  */
static void
become_full (int error)
{
  char text[200];
  if (file.full)
    return;
  if (error == ENOMEM)
    gasp_little_print (text, sizeof text,
		       "record full: it has reached the limit of "
		       "%zu KB (GASP_RECORD_LIMIT); " GASP_RECORD_MERGES ", or "
		       "counted as (other), new threads not at all",
		       file.reserved >> 10);
  else
    gasp_little_print (text, sizeof text,
	      "record full: it cannot grow: %s; " GASP_RECORD_MERGES
	      ", or counted as (other), new threads not at all",
	      gasp_tool_growing_reason (error));
  file.full = true;
  note_full (text);
}

static unsigned int
element_size (enum gasp_record_kind kind)
{
  static const unsigned short size[] = GASP_RECORD_ELEMENT_SIZES;
  if (kind == GASP_RECORD_VALUES)
    return HEADER->counters * sizeof (int64_t);
  return size[kind];
}

static void
init_segment (struct gasp_record_segment *segment, enum gasp_record_kind kind,
	      uint32_t size)
{
  segment->element_size = element_size (kind);
  segment->size = size;
  __atomic_store_n (&segment->kind, kind, __ATOMIC_RELEASE);
}

static bool
has_room (const struct gasp_record_segment *segment, unsigned int size)
{
  return segment && segment->used + size <= segment->size - sizeof *segment;
}

/* Returns a new segment, or null.  The file is locked.  */
static struct gasp_record_segment *
new_segment (enum gasp_record_kind kind)
{
  struct gasp_record_segment *segment = (void *) (gasp_tool_base + file.used);
  int error = 0;
  if (file.used + SEGMENT > file.size)
    error = file.full ? -1 : gasp_tool_growing_grow (&file);
  if (!error)
    error = gasp_tool_growing_use (&file, (char *) segment, sizeof *segment);
  if (error)
    {
      become_full (error);
      return NULL;
    }
  file.used += SEGMENT;
  init_segment (segment, kind, SEGMENT);
  return segment;
}

/* Returns a segment of KIND with SIZE bytes to spare, recycled or new, or
   null.  */
static struct gasp_record_segment *
segment_with_room (enum gasp_record_kind kind, unsigned int size)
{
  struct gasp_record_segment *segment = NULL;
  struct gasp_tool_holder holder;
  lock_quietly (&file_lock, &holder);
  if (free_segments[kind])
    {
      segment = AT (struct gasp_record_segment, free_segments[kind]);
      free_segments[kind] = segment->reserved[0];
      segment->reserved[0] = 0;
    }
  if (!has_room (segment, size))
    segment = new_segment (kind);
  unlock_quietly (&file_lock, &holder);
  return segment;
}

/* Returns whether the disk has room for the SIZE bytes at P, which are
   new.  */
static bool
is_on_disk (char *p, size_t size)
{
  int error = gasp_tool_growing_use (&file, p, size);
  if (!error)
    return true;
  struct gasp_tool_holder holder;
  lock_quietly (&file_lock, &holder);
  become_full (error);
  unlock_quietly (&file_lock, &holder);
  return false;
}

void *
gasp_tool_new (struct gasp_record_segment **segment,
	       enum gasp_record_kind kind, unsigned int size)
{
  if (!has_room (*segment, size))
    {
      struct gasp_record_segment *next = segment_with_room (kind, size);
      if (!next)
	return NULL;
      *segment = next;
    }
  char *element = (char *) (*segment + 1) + (*segment)->used;
  return is_on_disk (element, size) ? element : NULL;
}

void
gasp_tool_publish (struct gasp_record_segment *segment, unsigned int size)
{
  __atomic_store_n (&segment->used, segment->used + size, __ATOMIC_RELEASE);
}

void
gasp_tool_recycle (struct gasp_record_segment **segment)
{
  if (!*segment)
    return;
  struct gasp_tool_holder holder;
  lock_quietly (&file_lock, &holder);
  (*segment)->reserved[0] = free_segments[(*segment)->kind];
  free_segments[(*segment)->kind] = ref_of (*segment);
  unlock_quietly (&file_lock, &holder);
  *segment = NULL;
}

void
gasp_tool_each (enum gasp_record_kind kind,
		void (*function) (void *element, const void *data),
		const void *data)
{
  size_t count = gasp_record_segment_count (__atomic_load_n (&file.used,
							     __ATOMIC_ACQUIRE));
  for (size_t i = 0; i < count; i++)
    {
      struct gasp_record_segment *segment
	= (void *) (gasp_tool_base + gasp_record_segment_offset (i));
      if (segment->kind != kind)
	continue;
      uint32_t used = __atomic_load_n (&segment->used, __ATOMIC_ACQUIRE);
      char *element = (char *) (segment + 1);
      for (; used > 0; used -= segment->element_size)
	{
	  function (element, data);
	  element += segment->element_size;
	}
    }
}

/* ---- Creation.  */

/* Makes directory PATH and those it is in.  What went wrong shows later.  */
static void
make_directories (char *path)
{
  for (char *slash = path; (slash = strchr (slash + 1, '/')) != NULL; )
    {
      *slash = '\0';
      mkdir (path, 0777);
      *slash = '/';
    }
  mkdir (path, 0777);
}

/* Returns whether DIRECTORY belongs to this user; if it is a link, also the
   link itself.  */
static bool
is_own_directory (void)
{
  struct stat link, target;
  uid_t user = geteuid ();
  errno = 0;
  return (lstat (directory, &link) == 0 && link.st_uid == user
	  && stat (directory, &target) == 0 && target.st_uid == user);
}

/* Finds where records go, as an absolute name: the program may change its
   working directory.  False with errno set if there is no such place.  One
   that the user has not named may have been put there by somebody else.  */
static bool
find_directory (void)
{
  const char *name = gasp_tool_setting (GASP_OUTPUT_SETTING);
  char here[PATH_MAX];
  int length;
  if (*name == '/')
    length = snprintf (directory, sizeof directory, "%s", name);
  else if (!getcwd (here, sizeof here))
    return false;
  else
    length = snprintf (directory, sizeof directory, "%s/%s", here, name);
  if ((size_t) length >= sizeof directory)
    {
      errno = ENAMETOOLONG;
      return false;
    }
  make_directories (directory);
  if (!gasp_tool_setting_is_default (GASP_OUTPUT_SETTING)
      || is_own_directory () || errno == ENOENT)
    return true;
  errno = EPERM;
  return false;
}

/* Returns the program's name.  The program may overwrite the memory that its
   arguments were in.  */
static const char *
program_name (void)
{
  static char name[65];
  const char *p = program_invocation_short_name;
  if (!name[0])
    for (size_t i = 0; i < sizeof name - 1 && p && p[i]; i++)
      name[i] = p[i] <= ' ' || p[i] == '/' || p[i] == '\177' ? '_' : p[i];
  return name[0] ? name : "program";
}

/* Sets the path: program, process, microsecond of the start.  */
static void
name_file (void)
{
  snprintf (file.path, sizeof file.path, "%s/%s.%d.%llx" GASP_RECORD_SUFFIX,
	    directory, program_name (), (int) getpid (),
	    (unsigned long long) nanoseconds (CLOCK_REALTIME) / 1000);
}

/* Returns how many addresses the record may take: what the user allows, but a
   small part only of what the program is limited to.  */
static size_t
record_limit (void)
{
  static size_t wanted;		/* so that a complaint is made once */
  struct rlimit limit;
  if (wanted == 0)
    wanted = gasp_tool_setting_size (GASP_RECORD_LIMIT_SETTING);
  size_t size = wanted;
  /* What memory.c and paths can refer to.  */
  if (size > (size_t) 15 << 30)
    size = (size_t) 15 << 30;
  if (getrlimit (RLIMIT_AS, &limit) == 0)
    size = gasp_tool_part_of_limit (limit.rlim_cur, size);
  return size;
}

void
gasp_tool_file_shrink (size_t limit)
{
  struct gasp_tool_holder holder;
  if (!try_lock_quietly (&file_lock, &holder))
    return;
  gasp_tool_growing_give_back (&file, gasp_tool_part_of_limit (limit,
							       file.reserved));
  unlock_quietly (&file_lock, &holder);
}

size_t
gasp_tool_file_reserved (void)
{
  return file.reserved;
}

/* Makes the note that says the record is full while it is not.  */
static void
prepare_full_note (void)
{
  struct gasp_record_segment *segment = NULL;
  struct gasp_record_string *string
    = gasp_tool_new (&segment, GASP_RECORD_STRINGS, 256);
  gasp_tool_publish (segment, 256);
  gasp_tool_recycle (&segment);
  full_note = gasp_tool_new (&segment, GASP_RECORD_NOTES,
			     sizeof *full_note);
  full_note->kind = GASP_RECORD_MESSAGE;
  full_note->text = ref_of (string);
  gasp_tool_publish (segment, sizeof *full_note);
  gasp_tool_recycle (&segment);
}

static void
write_header (void)
{
  struct gasp_record_header *header = HEADER;
  header->byte_order = GASP_RECORD_BYTE_ORDER;
  header->version = GASP_RECORD_VERSION;
  header->header_size = sizeof *header;
  header->segment_size = SEGMENT;
  header->pid = getpid ();
  header->ppid = getppid ();
  header->rank = -1;
  /* Others look for this first.  */
  __atomic_thread_fence (__ATOMIC_RELEASE);
  memcpy (header->magic, GASP_RECORD_MAGIC, sizeof header->magic);
}

_Static_assert (sizeof (struct gasp_record_header) <= GASP_RECORD_SMALL_NODES,
		"small segments are behind the header");

/* Serves the first requests for elements of these kinds from the small
   segments.  */
static void
offer_small_segments (void)
{
  for (size_t i = 0; i < GASP_RECORD_SMALL_COUNT; i++)
    {
      const struct gasp_record_small *small = gasp_record_small (i);
      struct gasp_record_segment *segment
	= (void *) (gasp_tool_base + small->offset);
      init_segment (segment, small->kind, small->size);
      free_segments[small->kind] = ref_of (segment);
    }
}

/* Creates and maps the file, under a name that no file has.  Returns an
   errno.  */
static int
create (void)
{
  size_t limit = record_limit ();
  int error, tries = 100;
  memset (free_segments, 0, sizeof free_segments);
  do
    {
      name_file ();
      error = gasp_tool_growing_create (&file, limit);
    }
  while (error == EEXIST && --tries > 0);
  gasp_tool_base = file.base;
  if (error)
    return error;
  file.used = SEGMENT;
  write_header ();
  offer_small_segments ();
  prepare_full_note ();
  return 0;
}

bool
gasp_tool_file_create (void)
{
  /* The user who starts such a program chooses its working directory, and may
     read what its owner means to keep.  */
  if (getauxval (AT_SECURE))
    {
      gasp_tool_say ("this program has its file's owner's rights, or other "
		     "special ones: it runs without a record");
      return false;
    }
  int error = find_directory () ? create () : errno;
  if (error)
    gasp_tool_say ("GASP_OUTPUT: cannot write a record into %.400s: %s; the "
		   "program runs without", directory[0] ? directory
		   : gasp_tool_setting (GASP_OUTPUT_SETTING),
		   gasp_tool_growing_reason (error));
  return error == 0;
}

bool
gasp_tool_file_fork (char **old, size_t *old_size)
{
  /* Addresses that the parent reserved for growth are not needed here; this
     process may have few.  */
  gasp_tool_growing_give_back (&file, 0);
  *old = gasp_tool_base;
  *old_size = file.size;
  int error = create ();
  if (error == 0)
    return true;
  gasp_tool_say ("cannot write a record for forked process %d into %s: %s",
		 (int) getpid (), directory, gasp_tool_growing_reason (error));
  return false;
}

void
gasp_tool_part_from_parent (char *base, size_t size)
{
  char *copy = mmap (NULL, size, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED)
    return;
  memcpy (copy, base, size);
  mremap (copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, base);
}

void
gasp_tool_file_part (void)
{
  gasp_tool_part_from_parent (gasp_tool_base, file.size);
  file.spare = 0;
  file.is_copy = true;
}

void
gasp_tool_file_forget (char *old, size_t old_size)
{
  munmap (old, old_size);
}
