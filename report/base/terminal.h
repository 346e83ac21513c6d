/* terminal.h - what a text report may do on a terminal: colours, and a pager.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/options.h"

#include <stdio.h>

/* Rows for the options of a command that writes text.  */
#define TERMINAL_OPTIONS						\
  { "color", 0, "auto|always|never", "colour the text; with auto, the "	\
    "default, on a terminal and unless NO_COLOR is set", OPTION_CHOICE,	\
    &terminal_color },							\
  { "no-pager", 0, NULL, "on a terminal, do not show long text by "	\
    "$GASP_PAGER, $PAGER or less", OPTION_FLAG, &terminal_no_pager }

extern const char *terminal_color;
extern bool terminal_no_pager;

/* Prepares OUT before text is written to it.  */
extern void begin_text (FILE *out);

/* Returns the terminal's width, or 0 if standard output was not a terminal.  */
extern size_t terminal_width (void);

enum paint { PAINT_NONE, PAINT_TITLE, PAINT_HEADING, PAINT_HOT, PAINT_WARM,
  PAINT_BETTER };
/* Writes what follows in this way, until PAINT_NONE; without colours, does
   nothing.  */
extern void paint (FILE *out, enum paint paint);
/* Returns how PERCENT of the whole is painted.  */
extern enum paint heat (double percent);
