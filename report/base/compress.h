/* compress.h - make messages smaller, with zlib if that is there.

   SPDX-License-Identifier: Apache-2.0  */

#pragma once

#include "base/protobuf.h"

#include <stdbool.h>

/* Replaces MESSAGE by itself in zlib's format (RFC 1950).  Without zlib, or
   if that would not make it smaller, returns false and leaves it.  */
extern bool compress_message (struct message *message);
