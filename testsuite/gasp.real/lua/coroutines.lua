-- Coroutines: yields across pcall, errors inside, wrap, close.
--
-- SPDX-License-Identifier: Apache-2.0

local function gen (n) return coroutine.wrap (function () for i = 1, n do coroutine.yield (i) end end) end
local sum = 0
for i in gen (1000) do sum = sum + i end
print (sum)
local co = coroutine.create (function (a, b)
  local c = coroutine.yield (a + b)
  local ok, e = pcall (function () local d = coroutine.yield (c * 2) error ('inside ' .. d, 0) end)
  return ok, e
end)
print (coroutine.resume (co, 1, 2))
print (coroutine.resume (co, 10))
print (coroutine.resume (co, 'x'))
print (coroutine.resume (co))
print (coroutine.status (co), coroutine.isyieldable ())
local function nest (n)
  if n == 0 then coroutine.yield ('bottom') return 0 end
  local inner = coroutine.wrap (function () return nest (n - 1) end)
  local v = inner ()
  coroutine.yield (v .. n)
  return n
end
print (coroutine.wrap (nest) (20))
local closed = coroutine.create (function () local x <close> = setmetatable ({}, { __close = function () print ('closed') end }) coroutine.yield () end)
coroutine.resume (closed)
print (coroutine.close (closed), coroutine.status (closed))
print (pcall (coroutine.wrap (function () error ('out', 0) end)))
local t = { 5, 2, 8, 1 }
print (select (2, coroutine.resume (coroutine.create (function () table.sort (t, function (a, b) return a < b end) return table.concat (t, ' ') end))))
