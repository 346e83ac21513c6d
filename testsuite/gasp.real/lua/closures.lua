-- Closures, varargs, multiple results, upvalues.
--
-- SPDX-License-Identifier: Apache-2.0

local function counter (start)
  local n = start
  return function (step) n = n + (step or 1) return n end,
	 function () return n end
end
local up, get = counter (10)
print (up (), up (5), get ())
local function spread (...)
  local t = table.pack (...)
  return t.n, select (-1, ...), table.unpack (t, 2)
end
print (spread (1, nil, 3))
local fs = {}
for i = 1, 5 do fs[i] = function () i = i + 1 return i end end
print (fs[1] (), fs[1] (), fs[5] ())
local function fib (n) if n < 2 then return n end return fib (n - 1) + fib (n - 2) end
print (fib (20))
print ((function (...) return select ('#', ...) end) (table.unpack ({}, 1, 100)))
