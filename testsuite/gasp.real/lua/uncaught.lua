-- An error that nobody catches.
--
-- SPDX-License-Identifier: Apache-2.0

local function f () error ('nobody catches this') end
f ()
