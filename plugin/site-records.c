/* site-records.c - records of sites for libgasp, beside the code.

   SPDX-License-Identifier: GPL-3.0-or-later

     strings              names and files, which the linker merges
     gasp_functions       a record for each function
     gasp_sites           an entry for each site: where it is, its function
     gasp_calls           the same for calls (call-sites.c)

   A record is written once a unit; but one that belongs to a section group, as
   a C++ inline function does, has those of itself and of what was inlined into
   it there too, and they are dropped with its duplicates.

   An entry is in a section that is linked to that of the code, so that the
   linker drops both or neither.  That is said by a label, and all with one
   label make one section: so it is that of the first site in the section of
   code.  With one each, as would be simpler, assemblers take time that grows
   with the square of their number: some minutes for 50,000.  */

#include "gasp-plugin.h"
#include "site.h"

/* ---- Links.  A function that has a section of its own has a label of its own;
   if it is in two sections, it has two.  */

static const char *own_links[2];
static unsigned part;

void
gasp_begin_entries (void)
{
  own_links[0] = own_links[1] = NULL;
  part = 0;
}

void
gasp_begin_other_part (void)
{
  part = 1;
}

/* Returns the section that the current function will be in, if others can be,
   too; else null.  */
static section *
shared_section (void)
{
  if (crtl->has_bb_partition || flag_function_sections
      || DECL_SECTION_NAME (current_function_decl)
      || DECL_COMDAT_GROUP (current_function_decl))
    return NULL;
  /* It is about the function that was written last.  */
  bool saved = first_function_block_is_cold;
  first_function_block_is_cold = false;
  section *where = function_section (current_function_decl);
  first_function_block_is_cold = saved;
  return where;
}

const char *
gasp_link (const char *place)
{
  static hash_map<section *, const char *> shared_links;
  if (own_links[part])
    return own_links[part];
  if (section *where = shared_section ())
    {
      bool known;
      const char *&link = shared_links.get_or_insert (where, &known);
      own_links[part] = known ? link : link = xstrdup (place);
    }
  else
    own_links[part] = xstrdup (place);
  return own_links[part];
}

/* ---- Strings and records  */

unsigned
gasp_string_label (pretty_printer *text, const char *string)
{
  static hash_map<nofree_string_hash, unsigned> labels;
  bool known;
  unsigned &number = labels.get_or_insert (string, &known);
  if (!known)
    {
      number = labels.elements ();
      pp_printf (text, ".pushsection .rodata.str1.1,\"aMS\",@progbits,1\n"
		 ".LGSPs%u:\t.string \"%s\"\n\t.popsection\n\t",
		 number, string);
    }
  return number;
}

int
gasp_short_column (int column)
{
  return column > 0xffff ? 0 : column;
}

/* Writes the record that DESCRIPTION (record.c) stands for, as number NUMBER,
   with FLAGS besides its own.  */
static void
print_record (pretty_printer *text, const char *description, unsigned flags_too,
	      unsigned number)
{
  int line, column, end_line, end_column;
  unsigned flags;
  sscanf (description, "%d %d %d %d %u", &line, &column, &end_line,
	  &end_column, &flags);
  const char *file = strchr (description, '\t') + 1;
  const char *signature = strchr (file, '\t') + 1;
  file = xstrndup (file, signature - file - 1);
  unsigned file_label = gasp_string_label (text, file);
  unsigned signature_label = gasp_string_label (text, xstrdup (signature));
  pp_string (text, ".pushsection gasp_functions,\"a?\",@progbits\n\t"
	     ".p2align 3\n");
  pp_printf (text, ".LGSPr%u:\t.long .LGSPs%u-., .LGSPs%u-., %d, %d\n\t",
	     number, signature_label, file_label, line, end_line);
  pp_printf (text, ".2byte %d, %d\n\t.long %u\n\t.popsection\n\t",
	     gasp_short_column (column), gasp_short_column (end_column),
	     flags | flags_too);
}

/* Returns the number of the record of DESCRIPTION with FLAGS for the function
   being written; written if there is none in its group yet.  */
static unsigned
record_number (pretty_printer *text, const char *description, unsigned flags)
{
  static hash_map<nofree_string_hash, unsigned> numbers;
  tree group = DECL_COMDAT_GROUP (current_function_decl);
  char *key = xasprintf ("%s\n%u %s", group ? IDENTIFIER_POINTER (group) : "",
			 flags, description);
  bool known;
  unsigned &number = numbers.get_or_insert (key, &known);
  if (known)
    free (key);
  else
    {
      number = numbers.elements ();
      print_record (text, description, flags, number);
    }
  return number;
}

void
gasp_print_entry (pretty_printer *text, unsigned site, unsigned kind,
		  const char *description, unsigned flags)
{
  unsigned record = record_number (text, description, flags);
  char *place = xasprintf (".LGSPa%u", site);
  pp_printf (text, ".pushsection gasp_sites,\"a?o\",@progbits,%s\n\t"
	     ".p2align 3\n\t.long %s-., .LGSPr%u-.+4+%u\n\t"
	     ".popsection\n\t", gasp_link (place), place, record, kind);
  free (place);
}
