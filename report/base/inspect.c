/* inspect.c - what kind of program a file is.  See inspect.h.

   SPDX-License-Identifier: Apache-2.0

   Every offset that is read from a file is checked against its size.  */

#include "base/inspect.h"
#include "site.h"
#include "base/util.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#if defined __x86_64__
# define OWN_MACHINE EM_X86_64
#elif defined __aarch64__
# define OWN_MACHINE EM_AARCH64
#elif defined __riscv
# define OWN_MACHINE EM_RISCV
#endif

struct file {
  const unsigned char *data;
  size_t size;
};

/* SIZE bytes at OFFSET of FILE, or null if it has not that much.  */
static const void *
at (const struct file *file, uint64_t offset, uint64_t size)
{
  return offset <= file->size && size <= file->size - offset
	 ? file->data + offset : NULL;
}

/* The same, for objects aligned as the structs of ELF files are.  */
static const void *
table_at (const struct file *file, uint64_t offset, uint64_t size)
{
  return offset % alignof (ElfW (Ehdr)) ? NULL : at (file, offset, size);
}

static struct file
open_file (const char *path)
{
  struct file file = { NULL, 0 };
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return file;
  if (!fstat (fd, &st) && S_ISREG (st.st_mode) && st.st_size > 0)
    {
      void *data = mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_PRIVATE,
			 fd, 0);
      if (data != MAP_FAILED)
	file = (struct file) { data, (size_t) st.st_size };
    }
  close (fd);
  return file;
}

static void
close_file (struct file *file)
{
  if (file->data)
    munmap ((void *) file->data, file->size);
}

/* FILE's header, if it is of the kind that this machine runs.  */
static const ElfW (Ehdr) *
native_header (const struct file *file)
{
  static const unsigned char own[] = {
    ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3,
    sizeof (long) == 8 ? ELFCLASS64 : ELFCLASS32, ELFDATA2LSB
  };
  const ElfW (Ehdr) *header = at (file, 0, sizeof *header);
  return header && !memcmp (own, header->e_ident, sizeof own)
	 && header->e_machine == OWN_MACHINE ? header : NULL;
}

static const ElfW (Phdr) *
segment (const struct file *file, const ElfW (Ehdr) *header, unsigned type)
{
  const ElfW (Phdr) *segments
    = table_at (file, header->e_phoff, header->e_phnum * sizeof *segments);
  for (unsigned i = 0; segments && i < header->e_phnum; i++)
    if (segments[i].p_type == type)
      return &segments[i];
  return NULL;
}

/* Returns the string at OFFSET of the string section STRINGS, or "".  */
static const char *
string_at (const struct file *file, const ElfW (Shdr) *strings,
	   uint64_t offset)
{
  const char *text = at (file, strings->sh_offset, strings->sh_size);
  if (!text || offset >= strings->sh_size
      || !memchr (text + offset, '\0', strings->sh_size - offset))
    return "";
  return text + offset;
}

static const ElfW (Shdr) *
sections_of (const struct file *file, const ElfW (Ehdr) *header)
{
  const ElfW (Shdr) *sections
    = table_at (file, header->e_shoff, header->e_shnum * sizeof *sections);
  return sections && header->e_shstrndx < header->e_shnum ? sections : NULL;
}

/* Returns whether a symbol of SECTION shows that there is a tool: a gasp_init
   that is not libgasp's own weak one.  */
static bool
names_tool (const struct file *file, const ElfW (Shdr) *section,
	    const ElfW (Shdr) *strings)
{
  const ElfW (Sym) *symbols
    = table_at (file, section->sh_offset, section->sh_size);
  size_t count = symbols ? section->sh_size / sizeof *symbols : 0;
  for (size_t i = 0; i < count; i++)
    if (symbols[i].st_shndx != SHN_UNDEF
	&& ELF64_ST_BIND (symbols[i].st_info) == STB_GLOBAL
	&& !strcmp (string_at (file, strings, symbols[i].st_name),
		    "gasp_init"))
      return true;
  return false;
}

/* Returns whether SECTION, a table of the libraries that FILE needs, has one
   whose name begins with NAME.  */
static bool
needs_library (const struct file *file, const ElfW (Shdr) *section,
	       const ElfW (Shdr) *strings, const char *name)
{
  const ElfW (Dyn) *entries
    = table_at (file, section->sh_offset, section->sh_size);
  size_t count = entries ? section->sh_size / sizeof *entries : 0;
  for (size_t i = 0; i < count; i++)
    if (entries[i].d_tag == DT_NEEDED
	&& !strncmp (string_at (file, strings, entries[i].d_un.d_val), name,
		     strlen (name)))
      return true;
  return false;
}

/* Notes in RESULT what the sections of FILE tell.  */
static void
inspect_sections (const struct file *file, const ElfW (Ehdr) *header,
		  struct inspection *result)
{
  const ElfW (Shdr) *sections = sections_of (file, header);
  for (unsigned i = 0; sections && i < header->e_shnum; i++)
    {
      const ElfW (Shdr) *section = &sections[i];
      const char *name = string_at (file, &sections[header->e_shstrndx],
				    section->sh_name);
      const ElfW (Shdr) *strings = section->sh_link < header->e_shnum
				   ? &sections[section->sh_link] : section;
      if (!strcmp (name, "gasp_sites") || !strcmp (name, "gasp_functions"))
	result->is_instrumented = true;
      if (section->sh_type == SHT_DYNAMIC
	  && needs_library (file, section, strings, "libgasp.so"))
	result->is_instrumented = true;
      if (section->sh_type == SHT_DYNAMIC
	  && needs_library (file, section, strings, "libasan.so"))
	result->is_sanitized = true;
      if ((section->sh_type == SHT_SYMTAB || section->sh_type == SHT_DYNSYM)
	  && names_tool (file, section, strings))
	result->has_tool = true;
    }
}

/* Returns whether the library PATH is instrumented.  */
static bool
is_instrumented_library (const char *path)
{
  struct inspection result = { 0 };
  struct file file = open_file (path);
  const ElfW (Ehdr) *header = native_header (&file);
  if (header)
    inspect_sections (&file, header, &result);
  close_file (&file);
  return result.is_instrumented;
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
  char *line = NULL;
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
  free (line);
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
inspect_native (const char *path, const struct file *file,
		const ElfW (Ehdr) *header, struct inspection *result)
{
  const ElfW (Phdr) *interpreter = segment (file, header, PT_INTERP);
  const char *linker = interpreter ? at (file, interpreter->p_offset,
					 interpreter->p_filesz) : NULL;
  result->is_static = !interpreter;
  inspect_sections (file, header, result);
  if (linker && memchr (linker, '\0', interpreter->p_filesz)
      && !result->is_instrumented)
    result->is_instrumented = has_instrumented_library (linker, path);
}

struct inspection
inspect_program (const char *path)
{
  struct inspection result = { 0 };
  struct file file = open_file (path);
  const unsigned char *magic = at (&file, 0, SELFMAG);
  result.is_elf = magic && !memcmp (magic, ELFMAG, SELFMAG);
  result.is_privileged = is_privileged (path);
  if (result.is_elf)
    {
      const ElfW (Ehdr) *header = native_header (&file);
      result.is_foreign = !header;
      if (header)
	inspect_native (path, &file, header, &result);
    }
  close_file (&file);
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

/* SECTION's are noted in FUNCTIONS and SOURCES.  */
static void
read_inclusions (const struct file *file, const ElfW (Shdr) *section,
		 struct inclusions *functions, struct inclusions *sources)
{
  const char *texts = at (file, section->sh_offset, section->sh_size);
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
  struct file file = open_file (path);
  const ElfW (Ehdr) *header = native_header (&file);
  const ElfW (Shdr) *sections = header ? sections_of (&file, header) : NULL;
  for (unsigned i = 0; sections && i < header->e_shnum; i++)
    if (!strcmp (string_at (&file, &sections[header->e_shstrndx],
			    sections[i].sh_name), GASP_INCLUSIONS))
      read_inclusions (&file, &sections[i], &functions, &sources);
  char *text = describe_unmet (&functions, "functions");
  if (!text)
    text = describe_unmet (&sources, "source files");
  close_file (&file);
  return text;
}
