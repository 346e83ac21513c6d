/* unit.c - what registers an executable or shared object with libgasp.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each unit that needs the runtime has a group of sections with a struct
   gasp_object, an initialiser and a finaliser.  The linker keeps one group in
   each object it makes.  Initialisers are ordered by number: this one comes
   before those of C++ and of __attribute__ ((constructor)), and its finaliser
   after theirs.  */

#include "gasp-plugin.h"
#include "site.h"

#define STRINGIFY_1(x) #x
#define STRINGIFY(x) STRINGIFY_1 (x)
static const char group[] = "gasp_object." STRINGIFY (GASP_SITE_FORMAT);

/* The functions of a tool.  Naming them here makes the linker take a tool
   from an archive before it comes to libgasp's weak ones.  */
static const char *const tool_functions[] = {
  "gasp_init", "gasp_event_notify", "gasp_event_notifyVA", "gasp_control",
  "gasp_create_event"
};

static void
print_range (FILE *file, const char *section)
{
  fprintf (file, "\t.weak\t__start_%s, __stop_%s\n"
	   "\t.hidden\t__start_%s, __stop_%s\n"
	   "\t.quad\t__start_%s, __stop_%s\n",
	   section, section, section, section, section, section);
}

/* Marks the unit by a section if it wants exit events: others of the same
   object may not.  */
static void
print_wants_exits (FILE *file)
{
  if (gasp_event_wanted ("GASP_UPC_COLLECTIVE_EXIT"))
    fprintf (file, "\t.section\tgasp_exits,\"aG\",@progbits,gasp_exits,comdat\n"
	     "\t.byte\t1\n");
}

static void
print_object (FILE *file)
{
  fprintf (file,
	   "\t.section\t.data.rel.local.gasp,\"awG\",@progbits,%s,comdat\n"
	   "\t.p2align 3\n.LGSPobject:\n\t.long\t%d, %d\n",
	   group, GASP_SITE_FORMAT, (int) sizeof (struct gasp_object));
  print_range (file, "gasp_sites");
  print_range (file, "gasp_functions");
  print_range (file, "gasp_calls");
  fprintf (file, "\t.weak\t__start_gasp_exits\n\t.hidden\t__start_gasp_exits\n"
	   "\t.quad\t__start_gasp_exits\n\t.quad\t0, 0, 0\n");
  print_range (file, "gasp_places");
}

/* Writes references, which nothing reads, to the tool's functions and, if this
   processor has hooks near by, to hooks, so that the linker takes them from
   the archive.  */
static void
print_references (FILE *file)
{
  fprintf (file, "\t.section\t.data.rel.gasp_tool,\"awG\",@progbits,%s,comdat\n"
	   "\t.p2align 3\n", group);
  for (size_t i = 0; i < ARRAY_SIZE (tool_functions); i++)
    fprintf (file, gasp_reference, tool_functions[i]);
  if (gasp_has_hooks_near_by && gasp_unit_has_emitted)
    fprintf (file, gasp_reference, "__gasp_emitted_hooks");
  if (gasp_has_hooks_near_by && gasp_unit_has_source)
    fprintf (file, gasp_reference, "__gasp_source_hooks");
}

static void
print_entry (FILE *file, const char *array, const char *label)
{
  fprintf (file, "\t.section\t.%s.00001,\"awG\",@%s,%s,comdat\n"
	   "\t.p2align 3\n\t.quad\t%s\n", array, array, group, label);
}

static void
print_summary (void)
{
  fprintf (stderr, "gasp: %s: %u functions instrumented, %u left out, "
	   "%u calls\n", main_input_filename ? main_input_filename : "-",
	   gasp_functions_done, gasp_functions_left_out, gasp_calls_done);
}

void
gasp_finish_unit (void *, void *)
{
  if (gasp_options.verbose)
    print_summary ();
  if (!asm_out_file || seen_error ())
    return;
  gasp_print_inclusions (asm_out_file);
  if (!gasp_unit_needs_runtime)
    return;
  print_wants_exits (asm_out_file);
  print_object (asm_out_file);
  print_references (asm_out_file);
  gasp_print_object_functions (asm_out_file, group);
  print_entry (asm_out_file, "init_array", ".LGSPstart");
  print_entry (asm_out_file, "fini_array", ".LGSPend");
  switch_to_section (text_section);
}
