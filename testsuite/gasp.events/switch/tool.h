/* tool.h - what the program may ask its tool.

   SPDX-License-Identifier: Apache-2.0  */

/* Enter, leave and count of the recorder, so far.  */
extern unsigned long tool_entered, tool_left, tool_counted, tool_switched;

/* Let the function NAME have MODE; what gasp_gcc_set_mode says.  */
extern int tool_set (const char *name, int mode);

/* Begin or end to switch anything, in a thread.  */
extern void tool_toggle (int on);
