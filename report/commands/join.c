/* join.c - gasp join: make one file of many records.

   SPDX-License-Identifier: Apache-2.0

   model/joining/join.c does it.  */

#include "base/util.h"
#include "commands/commands.h"
#include "model/joining/join.h"
#include "sums/records.h"

static int
join (const struct command *command, int argc, char **argv)
{
  static const struct to_join all = { NULL, false, 1 };
  argc = parse_options (command, argc, argv);
  int status = EXIT_FINE;
  for (int i = 1; i < argc || i == 1; i++)
    {
      const char *directory = argc > 1 ? argv[i] : newest_run ("join");
      struct join_result result;
      if (!join_records (directory, &all, &result))
	status = EXIT_TROUBLE;
      complain ("joined %zu record%s in %s in %zu file%s; %zu stay as they are",
		result.joined, result.joined == 1 ? "" : "s", directory,
		result.files, result.files == 1 ? "" : "s", result.left);
    }
  return status;
}

const struct command join_command = {
  "join", "[DIRECTORY]...",
  "make one file of many records",
  "Joins the records in each DIRECTORY, by default that of the newest run in "
  "the present directory: of all that belong to one run, and whose processes "
  "have ended, one file is made, whose name ends in .gasps, and they are "
  "removed.  What is the same in all is there once.  All commands read it as "
  "they read the records.  Records with a trace stay as they are.",
  NULL, 0, false, join,
  "  gasp join gasp-out"
};
