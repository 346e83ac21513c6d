/* inspect.c - what kind of program a file is.  See inspect.h.

   SPDX-License-Identifier: Apache-2.0  */

#include "base/object/inspect.h"
#include "base/object/elf-file.h"
#include "site.h"
#include "base/util.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Returns whether a symbol of SECTION shows that there is a tool: a gasp_init
   that is not libgasp's own weak one.  */
static bool
names_tool (const struct elf *elf, const ElfW (Shdr) *section)
{
  size_t count;
  const ElfW (Sym) *symbols = elf_symbols (elf, section, &count);
  for (size_t i = 0; i < count; i++)
    if (symbols[i].st_shndx != SHN_UNDEF
	&& ELF64_ST_BIND (symbols[i].st_info) == STB_GLOBAL
	&& !strcmp (elf_string (elf, section, symbols[i].st_name), "gasp_init"))
      return true;
  return false;
}

/* Returns whether SECTION is a table of the libraries that ELF needs, and has
   one whose name begins with NAME.  */
static bool
needs_library (const struct elf *elf, const ElfW (Shdr) *section,
	       const char *name)
{
  const ElfW (Dyn) *entries
    = section->sh_type == SHT_DYNAMIC
      ? elf_table_at (elf, section->sh_offset, section->sh_size) : NULL;
  size_t count = entries ? section->sh_size / sizeof *entries : 0;
  for (size_t i = 0; i < count; i++)
    if (entries[i].d_tag == DT_NEEDED
	&& !strncmp (elf_string (elf, section, entries[i].d_un.d_val), name,
		     strlen (name)))
      return true;
  return false;
}

bool
is_instrumented_elf (const struct elf *elf)
{
  for (unsigned int i = 0; i < elf_section_count (elf); i++)
    {
      const ElfW (Shdr) *section = &elf->sections[i];
      const char *name = elf_section_name (elf, section);
      if (!strcmp (name, "gasp_sites") || !strcmp (name, "gasp_functions")
	  || needs_library (elf, section, "libgasp.so"))
	return true;
    }
  return false;
}

/* Notes in RESULT what the sections of ELF show.  */
static void
inspect_sections (const struct elf *elf, struct inspection *result)
{
  result->is_instrumented = is_instrumented_elf (elf);
  for (unsigned int i = 0; i < elf_section_count (elf); i++)
    {
      const ElfW (Shdr) *section = &elf->sections[i];
      result->is_sanitized |= needs_library (elf, section, "libasan.so");
      result->has_tool |= names_tool (elf, section);
    }
}

/* Returns whether the library PATH is instrumented.  */
static bool
is_instrumented_library (const char *path)
{
  struct elf elf = open_elf (path);
  bool is_instrumented = is_instrumented_elf (&elf);
  close_elf (&elf);
  return is_instrumented;
}

/* Returns whether LINKER, asked what PATH is linked with, names something
   that is instrumented.  */
static bool
has_instrumented_library (const char *linker, const char *path)
{
  bool found = false;
  int ends[2];
  if (pipe2 (ends, O_CLOEXEC))
    return false;
  pid_t pid = fork ();
  if (!pid)
    {
      dup2 (ends[1], 1);
      close (2);
      open ("/dev/null", O_WRONLY);
      execl (linker, linker, "--list", path, (char *) NULL);
      _exit (127);
    }
  close (ends[1]);
  FILE *in = fdopen (ends[0], "r");
  OWNED char *line = NULL;
  size_t room = 0;
  while (getline (&line, &room, in) > 0)
    {
      char *library = strchr (line, '/');
      if (library && !found)
	{
	  library[strcspn (library, " \n")] = '\0';
	  found = is_instrumented_library (library);
	}
    }
  fclose (in);
  if (pid > 0)
    waitpid (pid, NULL, 0);
  return found;
}

/* Returns whether running PATH changes privileges, so that nothing is
   preloaded.  */
static bool
is_privileged (const char *path)
{
  struct stat st;
  if (stat (path, &st))
    return false;
  return (st.st_mode & S_ISUID && st.st_uid != getuid ())
	 || (st.st_mode & S_ISGID && st.st_mode & S_IXGRP
	     && st.st_gid != getgid ())
	 || (getuid () && getxattr (path, "security.capability", NULL, 0) > 0);
}

static void
inspect_native (const char *path, const struct elf *elf,
		struct inspection *result)
{
  const ElfW (Phdr) *interpreter = elf_segment (elf, PT_INTERP);
  const char *linker = interpreter ? elf_at (elf, interpreter->p_offset,
					     interpreter->p_filesz) : NULL;
  result->is_static = !interpreter;
  result->is_of_go = elf_section_called (elf, ".go.buildinfo");
  inspect_sections (elf, result);
  if (!linker || !memchr (linker, '\0', interpreter->p_filesz))
    return;
#ifdef __GLIBC__
  result->is_of_musl = strstr (linker, "/ld-musl-");
#endif
  if (!result->is_instrumented)
    result->is_instrumented = has_instrumented_library (linker, path);
}

struct inspection
inspect_program (const char *path)
{
  struct inspection result = { 0 };
  struct elf elf = open_elf (path);
  const unsigned char *magic = elf_at (&elf, 0, SELFMAG);
  result.is_elf = magic && !memcmp (magic, ELFMAG, SELFMAG);
  result.is_privileged = is_privileged (path);
  result.is_foreign = result.is_elf && !elf.is_native;
  if (elf.is_native)
    inspect_native (path, &elf, &result);
  close_elf (&elf);
  return result;
}

/* ---- Filters.  */

/* The inclusions of functions, or of files, that a program has.  */
struct inclusions { const char *first; size_t count; bool met; };

static void
note_inclusion (struct inclusions *inclusions, const char *text)
{
  inclusions->met |= *text == GASP_INCLUSION_MET;
  if (!inclusions->first)
    inclusions->first = text + 2;
  inclusions->count++;
}

/* Notes SECTION's inclusions in FUNCTIONS and SOURCES.  */
static void
read_inclusions (const struct elf *elf, const ElfW (Shdr) *section,
		 struct inclusions *functions, struct inclusions *sources)
{
  const char *texts = elf_at (elf, section->sh_offset, section->sh_size);
  const char *end = texts ? texts + section->sh_size : NULL;
  size_t length;
  for (const char *text = texts; text < end; text += length + 1)
    {
      length = strnlen (text, (size_t) (end - text));
      if (text + length == end)
	return;
      if (length > 2)
	note_inclusion (text[1] == GASP_INCLUSION_FILES ? sources : functions,
			text);
    }
}

static char *
describe_unmet (const struct inclusions *inclusions, const char *what)
{
  if (!inclusions->count || inclusions->met)
    return NULL;
  return print_string ("it was compiled with a filter that includes only %s "
		       "like '%s'%s, and has none", what, inclusions->first,
		       inclusions->count > 1 ? " or the others named" : "");
}

char *
unmet_inclusions (const char *path)
{
  struct inclusions functions = { 0 }, sources = { 0 };
  struct elf elf = open_elf (path);
  const ElfW (Shdr) *section = elf_section_called (&elf, GASP_INCLUSIONS);
  if (section)
    read_inclusions (&elf, section, &functions, &sources);
  char *text = describe_unmet (&functions, "functions");
  if (!text)
    text = describe_unmet (&sources, "source files");
  close_elf (&elf);
  return text;
}
