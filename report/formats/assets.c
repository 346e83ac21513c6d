/* assets.c - the files of html/, each as a string.  See assets.h.

   SPDX-License-Identifier: Apache-2.0

   The assembler reads them, so they need no other form than their own.  */

#include "formats/assets.h"

#ifndef REPORT_DIR
#define REPORT_DIR "report"
#endif

#define ASSET(name, file) \
  __asm__ (".pushsection .rodata\n" \
	   ".globl " #name "\n" \
	   ".type " #name ", %object\n" \
	   #name ":\n" \
	   ".incbin \"" REPORT_DIR "/html/" file "\"\n" \
	   ".byte 0\n" \
	   ".size " #name ", . - " #name "\n" \
	   ".popsection\n")

ASSET (asset_html, "report.html");
ASSET (asset_css, "report.css");
ASSET (asset_report_js, "report.js");
ASSET (asset_state_js, "state.js");
ASSET (asset_tree_js, "tree.js");
ASSET (asset_flame_js, "flame.js");
ASSET (asset_matrix_js, "matrix.js");
ASSET (asset_teams_js, "teams.js");
ASSET (asset_ranges_js, "ranges.js");
ASSET (asset_summary_js, "summary.js");
ASSET (asset_changes_js, "changes.js");
ASSET (asset_timeline_html, "timeline.html");
ASSET (asset_timeline_css, "timeline.css");
ASSET (asset_timeline_js, "timeline.js");
