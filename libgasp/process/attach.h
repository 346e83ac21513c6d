/* attach.h - begin and end to measure while the program runs.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef GASP_PROCESS_ATTACH_H
#define GASP_PROCESS_ATTACH_H



#pragma GCC visibility push (hidden)

/* From now on, gasp attach may come.  */
extern void gasp_attach_prepare (void);
extern void gasp_attach_fork_child (void);

#pragma GCC visibility pop

#endif /* GASP_PROCESS_ATTACH_H */
