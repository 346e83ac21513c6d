/* target-plain.h - what a processor says to the plugin whose hooks preserve all
   registers, and whose calls are not patched.

   SPDX-License-Identifier: GPL-3.0-or-later

   Included by the one target-PROCESSOR.c that is compiled.  */

#pragma once

/* Returns false: the runtime preserves all registers.  */
bool
gasp_registers_are_free (void)
{
  return false;
}

tree
gasp_library_type (tree type)
{
  return type;
}

bool
gasp_registers_are_few (void)
{
  return false;
}

void
gasp_tell_registers_are_few (rtx_insn *)
{
}

rtx_insn *
gasp_entry_goes_before (rtx_insn *first)
{
  return first;
}

rtx_insn *
gasp_pointer_is_taken_back (rtx_insn *)
{
  return NULL;
}

const bool gasp_patches_calls = false;

bool
gasp_can_patch_call (tree)
{
  return false;
}

void
gasp_print_offset (pretty_printer *, const char *)
{
}

void
gasp_print_call_start (pretty_printer *, unsigned)
{
}

const bool gasp_has_hooks_near_by = false;
const char *const gasp_reference = "\t.quad\t%s\n";
