/* tr-check.c - ompt.h, which is the tools', and tr.def have the same numbers.

   SPDX-License-Identifier: Apache-2.0  */

#include <ompt.h>

#define SAME(a, b) _Static_assert ((int) (a) == (b), #a)
#define TR_EVENT(number, name, callback) SAME (ompt_event_##name, number);
#define TR_NO_EVENT(number, name, answer) SAME (ompt_event_##name, number);
#define TR_STATE(number, name, state) SAME (ompt_state_##name, number);
#define TR_NO_STATE(number, name) SAME (ompt_state_##name, number);
#include "ompt/tr.def"
