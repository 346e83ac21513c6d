/* modules.c - the files whose code the program runs.

   SPDX-License-Identifier: Apache-2.0

   What the record has of each is kept in memory of our own, too: in the child
   of a process with threads, another thread may have had the loader's lock as
   it forked, so the loader is asked there only for code in no module known.

   A module may be loaded where another one had been: in the record it has
   addresses that no other has, the real ones and a number above them.  */

#define _GNU_SOURCE
#include "build-id.h"
#include "events/context.h"
#include "file-names.h"
#include "ground/lock.h"
#include "ground/pages.h"
#include "ground/state.h"
#include "measure/sampling/calling.h"
#include "measure/sampling/cancellation.h"
#include "measure/sampling/modules.h"
#include "record/file.h"
#include "record/place.h"
#include <link.h>
#include <string.h>

#define MOST_MODULES 1000
#define LONGEST_ID 64
static GASP_TOOL_LOCK (modules_lock);
static struct known_module {
  uint64_t start, end;
  uint64_t low, high;		/* of all that is loaded */
  uint64_t bias;
  uint64_t above;		/* is added to addresses in the record */
  const char *name;		/* as the loader has it */
  const char *build_id;		/* or "" */
  bool is_lasting;		/* there when the modules were listed first */
  bool is_over;			/* another one has its place */
  bool is_listed;
} known[MOST_MODULES];
static unsigned int known_count;
static bool are_listed, have_changed;

/* The addresses of modules that are ABOVE.  */
static uint64_t above_low = UINT64_MAX, above_high;

/* Set in the child of a process with threads, until there is code in no module
   known.  */
static bool spares_loader;

/* Returns the one with code at ADDRESS, or null.  */
static struct known_module *
find_module (uint64_t address)
{
  for (unsigned int i = 0; i < known_count; i++)
    if (address >= known[i].start && address < known[i].end
	&& !known[i].is_over)
      return &known[i];
  return NULL;
}

bool
gasp_tool_in_module (uint64_t address)
{
  bool is_known = find_module (address) != NULL;
  if (!is_known)
    spares_loader = false;
  return is_known;
}

uint64_t
gasp_tool_recorded_address (uint64_t address)
{
  if (address < above_low || address >= above_high)
    return address;
  for (unsigned int i = 0; i < known_count; i++)
    if (address >= known[i].low && address < known[i].high
	&& !known[i].is_over)
      return address + known[i].above;
  return address;
}

bool
gasp_tool_executable (char *text, size_t size)
{
  ssize_t length = readlink ("/proc/self/exe", text, size - 1);
  if (length < 0)
    length = readlink ("/proc/thread-self/exe", text, size - 1);
  text[length < 0 ? 0 : length] = '\0';
  return length >= 0;
}

/* Returns the file of a module; the program itself has no name.  */
static gasp_record_ref
module_path (const char *name)
{
  char path[4096];
  if (*name)
    return gasp_tool_string (name);
  return (gasp_tool_executable (path, sizeof path) ? gasp_tool_string (path)
	  : 0);
}

/* Returns a copy of TEXT that stays; "" if there is no memory.  */
static const char *
keep_text (const char *text)
{
  enum { PIECE = 8192 };
  static char *piece;
  static size_t left;
  size_t size = strlen (text) + 1;
  if (size > left)
    {
      size_t wanted = size > PIECE ? size : PIECE;
      piece = gasp_tool_pages (wanted);
      left = piece ? wanted : 0;
    }
  if (size > left)
    return "";
  char *kept = memcpy (piece, text, size);
  piece += size;
  left -= size;
  return kept;
}

/* Writes LENGTH BYTES into TEXT, in hexadecimal digits.  */
static void
write_digits (char *text, const unsigned char *bytes, size_t length)
{
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < length; i++)
    {
      *text++ = digits[bytes[i] >> 4];
      *text++ = digits[bytes[i] & 15];
    }
  *text = '\0';
}

/* Writes the build-id that is among the notes of a module, SIZE bytes at AT,
   into TEXT, if it is there.  Returns whether it is.  */
static bool
build_id_in (char *text, const char *at, size_t size)
{
  size_t length;
  const unsigned char *id = gasp_build_id (at, size, &length);
  if (!id || length > LONGEST_ID)
    return false;
  write_digits (text, id, length);
  return true;
}

/* Returns whether SEGMENT of a module is loaded: a linker may have left notes
   in the file alone.  */
static bool
is_loaded (const struct dl_phdr_info *info, const ElfW (Phdr) *segment)
{
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      if (p->p_type == PT_LOAD && p->p_flags & PF_R
	  && segment->p_vaddr >= p->p_vaddr
	  && segment->p_vaddr + segment->p_memsz <= p->p_vaddr + p->p_memsz)
	return true;
    }
  return false;
}

static void
find_build_id (char *text, const struct dl_phdr_info *info)
{
  *text = '\0';
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_NOTE
	&& is_loaded (info, &info->dlpi_phdr[i])
	&& build_id_in (text, (const char *) (info->dlpi_addr
					      + info->dlpi_phdr[i].p_vaddr),
			info->dlpi_phdr[i].p_memsz))
      break;
}

static void
list_module (struct known_module *module)
{
  struct gasp_record_module listed = {
    .start = module->start + module->above,
    .end = module->end + module->above,
    .bias = module->bias + module->above,
    .path = module_path (module->name),
    .build_id = *module->build_id ? gasp_tool_string (module->build_id) : 0
  };
  gasp_tool_add (GASP_RECORD_MODULES, &listed, sizeof listed);
  module->is_listed = true;
}

/* Sets where MODULE, which INFO describes, is loaded.  */
static void
find_extent (struct known_module *module, const struct dl_phdr_info *info)
{
  module->low = UINT64_MAX;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      uint64_t start = info->dlpi_addr + p->p_vaddr, end = start + p->p_memsz;
      if (p->p_type != PT_LOAD)
	continue;
      module->low = start < module->low ? start : module->low;
      module->high = end > module->high ? end : module->high;
    }
}

/* ---- Modules in the place of others.  */

static bool
are_one_file (const struct known_module *one, const struct known_module *other)
{
  return one->bias == other->bias && !strcmp (one->name, other->name)
	 && !strcmp (one->build_id, other->build_id);
}

/* Returns the known module that MODULE is, or null.  */
static struct known_module *
same_as (const struct known_module *module)
{
  for (unsigned int i = known_count; i-- > 0;)
    if (known[i].start == module->start && known[i].end == module->end
	&& are_one_file (&known[i], module))
      return &known[i];
  return NULL;
}

/* Returns whether ONE was where OTHER is.  */
static bool
overlap (const struct known_module *one, const struct known_module *other)
{
  return one->low < other->high && other->low < one->high
	 && !are_one_file (one, other);
}

/* Ends all that had the place of MODULE, and forgets what was known of their
   code.  */
static void
end_others (const struct known_module *module)
{
  bool any = false;
  for (unsigned int i = 0; i < known_count; i++)
    if (!known[i].is_over && overlap (&known[i], module))
      {
	__atomic_store_n (&known[i].is_over, true, __ATOMIC_RELEASE);
	any = true;
      }
  if (any)
    __atomic_add_fetch (&gasp_tool_unloads, 1, __ATOMIC_RELAXED);
}

/* Sets what is added to the addresses of MODULE, which is new.  */
static void
set_above (struct known_module *module)
{
  const uint64_t one = UINT64_C (1) << GASP_RECORD_RETURN_SHIFT;
  for (unsigned int i = 0; i < known_count; i++)
    if (overlap (&known[i], module) && known[i].above >= module->above)
      module->above = known[i].above + one;
  if (!module->above)
    return;
  above_low = module->low < above_low ? module->low : above_low;
  above_high = module->high > above_high ? module->high : above_high;
}

/* Returns the known module that MODULE is, which may be new; null if there is
   no room for it.  */
static struct known_module *
know (struct known_module *module)
{
  struct known_module *same = same_as (module);
  if (!same)
    {
      if (known_count == MOST_MODULES)
	return NULL;
      set_above (module);
      module->name = keep_text (module->name);
      module->build_id = keep_text (module->build_id);
      same = &known[known_count];
      *same = *module;
      have_changed = true;
      end_others (same);
      __atomic_store_n (&known_count, known_count + 1, __ATOMIC_RELEASE);
    }
  else if (same->is_over)
    {
      end_others (same);
      __atomic_store_n (&same->is_over, false, __ATOMIC_RELEASE);
      have_changed = true;
    }
  return same;
}

/* ---- All modules.  */

/* Returns whether MODULE is of the C library, which calls functions of all
   others, or the recorder's, with what that is built upon.  */
static bool
is_left_out (const struct known_module *module)
{
  static const char *const names[] = {
    "libc.", "libpthread.", "ld-", "ld.", "linux-vdso", "libgasp", "libpapi.",
    "libpfm."
  };
  const char *base = base_name (module->name);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp (base, names[i], strlen (names[i])))
      return true;
  return false;
}

/* Lists the modules that may call what samples find.  A sample has no room for
   more than real addresses of those.  */
static void
list_calling (void)
{
  for (unsigned int i = 0; i < known_count; i++)
    {
      const struct code_range code = { known[i].start, known[i].end };
      if (known[i].is_over || known[i].above)
	continue;
      if (!is_left_out (&known[i]))
	gasp_tool_calling_add (&code, known[i].is_lasting);
      else if (!strncmp (base_name (known[i].name), "libc.", 5))
	gasp_tool_find_cancellation (&code);
      else if (!strncmp (base_name (known[i].name), "linux-vdso", 10))
	gasp_tool_note_vdso (&code);
    }
  gasp_tool_calling_end ();
  have_changed = false;
}

static int
add_module (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  (void) data;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
	continue;
      uint64_t start = info->dlpi_addr + p->p_vaddr;
      struct known_module *module = find_module (start);
      if (!module || !module->is_lasting)
	{
	  struct known_module new = {
	    .start = start, .end = start + p->p_memsz, .bias = info->dlpi_addr,
	    .name = info->dlpi_name,
	    .is_lasting = !are_listed && p->p_flags & PF_R
	  };
	  char build_id[2 * LONGEST_ID + 1];
	  find_extent (&new, info);
	  find_build_id (build_id, info);
	  new.build_id = build_id;
	  module = know (&new);
	}
      if (module && !module->is_listed)
	list_module (module);
    }
  return 0;
}

void
gasp_tool_modules (void)
{
  struct gasp_tool_holder holder;
  lock_quietly (&modules_lock, &holder);
  for (unsigned int i = 0; i < known_count; i++)
    if (!known[i].is_listed && !known[i].is_over)
      list_module (&known[i]);
  if (!spares_loader || HEADER->sample_event)
    dl_iterate_phdr (add_module, NULL);
  if (have_changed)
    list_calling ();
  are_listed = true;
  unlock_quietly (&modules_lock, &holder);
}

void
gasp_tool_know_module (uint64_t address)
{
  if (!gasp_tool_in_module (address) && !gasp_tool_may_be_sandboxed)
    gasp_tool_modules ();
}

/* Lists a module of which functions are unloaded, while it is there: samples
   may be in it.  */
void
gasp_tool_modules_unload (uint64_t begin, uint64_t end)
{
  (void) begin;
  (void) end;
  if (!are_listed || gasp_tool_may_be_sandboxed)
    return;
  spares_loader = false;
  gasp_tool_modules ();
}

void
gasp_tool_modules_fork (void)
{
  spares_loader = gasp_tool_contexts && gasp_tool_contexts->older;
  for (unsigned int i = 0; i < known_count; i++)
    known[i].is_listed = false;
}
