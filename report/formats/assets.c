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
ASSET (asset_functions_js, "functions.js");
ASSET (asset_matrix_js, "matrix.js");
ASSET (asset_teams_js, "teams.js");
ASSET (asset_ranges_js, "ranges.js");
ASSET (asset_when_js, "when.js");
ASSET (asset_summary_js, "summary.js");
ASSET (asset_find_js, "find.js");
ASSET (asset_changes_js, "changes.js");
ASSET (asset_timeline_html, "timeline.html");
ASSET (asset_timeline_css, "timeline.css");
ASSET (asset_timeline_js, "timeline.js");

void
begin_page (FILE *out, const char *title, const char *css, const char *body)
{
  fputs ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	 "<meta charset=\"utf-8\">\n"
	 "<meta name=\"viewport\" content=\"width=device-width, "
	 "initial-scale=1\">\n"
	 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
	 "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
	 "<title>", out);
  fprintf (out, "%s</title>\n<style>\n%s</style>\n</head>\n<body>\n%s", title,
	   css, body);
  fputs ("<script type=\"application/json\" id=\"data\">\n", out);
}
