/* offsets.c - where assembler finds what C has declared.

   SPDX-License-Identifier: Apache-2.0

   Compiled to assembler only.  Each line that begins with "->" becomes a macro
   of offsets.h, and so does what they and the hooks' sources all come to:
   NEAR_FORMAT, which hooks and the libgasp that they run with must have in
   common (x86-64-start.S).  */

#include "attachment.h"
#include "base/objects.h"
#include "stack/thread.h"

#define VALUE(name, value)						\
  __asm__ volatile ("\n->" #name " %c0" : : "i" ((unsigned long) (value)))
#define OFFSET(name, type, member) \
  VALUE (name, offsetof (struct type, member))

extern void gasp_offsets (void);
void
gasp_offsets (void)
{
  OFFSET (THREAD_HOLD, gasp_thread, hold);
  OFFSET (THREAD_TOP, gasp_thread, top);
  OFFSET (THREAD_LIMIT, gasp_thread, limit);
  OFFSET (THREAD_LATEST, gasp_thread, latest);
  OFFSET (THREAD_DUE, gasp_thread, due);
  OFFSET (THREAD_PATHS, gasp_thread, known_paths);
  OFFSET (THREAD_SLOW_PATH, gasp_thread, slow_path);
  OFFSET (THREAD_STATE_SAVED, gasp_thread, state_saved);
  OFFSET (THREAD_LOW, gasp_thread, low);
  OFFSET (THREAD_WHERE, gasp_thread, where);
  VALUE (PATHS_FACTOR, GASP_PATHS_FACTOR);
  VALUE (PATHS_MASK, (GASP_KNOWN_PATHS - 1)
		     * sizeof (struct gasp_known_path));

  OFFSET (FRAME_FUNCTION, gasp_gcc_frame, function);
  OFFSET (FRAME_POSITION, gasp_gcc_frame, position);
  OFFSET (FRAME_DATA, gasp_gcc_frame, data);
  OFFSET (FRAME_TIME, gasp_gcc_frame, time);
  OFFSET (FRAME_INNER, gasp_gcc_frame, inner);
  OFFSET (FRAME_WAS, gasp_gcc_frame, was);
  VALUE (FRAME_SIZE, sizeof (struct gasp_gcc_frame));
  VALUE (RECORDED, GASP_GCC_RECORDED);

  OFFSET (PATH_FUNCTION, gasp_gcc_path, function);
  OFFSET (PATH_CALLS, gasp_gcc_path, calls);
  OFFSET (PATH_TICKS, gasp_gcc_path, ticks);
  OFFSET (PATH_SKIP, gasp_gcc_path, skip);
  OFFSET (PATH_PERIOD, gasp_gcc_path, period);
  OFFSET (FUNCTION_FLAGS, gasp_gcc_function, flags);
  VALUE (SOURCE, GASP_GCC_SOURCE);


  OFFSET (OBJECT_NEAR, gasp_object, near);
  OFFSET (NEAR_HOOKS, gasp_near, hooks);
  VALUE (NEAR_SIZE, sizeof (struct gasp_near));

  OFFSET (RECORDER_ENTER, gasp_gcc_recorder, enter);
  OFFSET (RECORDER_LEAVE, gasp_gcc_recorder, leave);
  OFFSET (RECORDER_COUNT, gasp_gcc_recorder, count);
  OFFSET (RECORDER_FIND, gasp_gcc_recorder, find);
  OFFSET (ATTACHMENT_TAKEN, gasp_attachment, taken);
  OFFSET (ATTACHMENT_CALLS, gasp_attachment, calls);
  OFFSET (ATTACHMENT_RESULT, gasp_attachment, result);
}
