/* assets.h - the files of html/, as they are in the program.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include <stdio.h>

/* Writes a page to OUT as far as its data, with TITLE, CSS and BODY, which are
   HTML's.  */
extern void begin_page (FILE *out, const char *title, const char *css,
			const char *body);

extern const char asset_html[], asset_css[], asset_report_js[],
  asset_flame_js[], asset_functions_js[], asset_tree_js[], asset_matrix_js[],
  asset_teams_js[], asset_ranges_js[], asset_when_js[], asset_summary_js[],
  asset_find_js[], asset_changes_js[], asset_state_js[],
  asset_timeline_html[], asset_timeline_css[], asset_timeline_js[];
