-- Errors: longjmp through many C frames.
--
-- SPDX-License-Identifier: Apache-2.0

print (pcall (error, 'plain'))
print (pcall (error, { code = 5 }) and 1 or 2)
print (select (2, pcall (function () local x = nil; return x.y end)))
local function deep (n) if n == 0 then error ('bottom', 0) end return (deep (n - 1)) + 1 end
print (pcall (deep, 100))
for i = 1, 100 do assert (not pcall (deep, i)) end
print (xpcall (deep, function (m) return m .. ' handled ' .. #debug.traceback () % 1 end, 10))
print (pcall (pcall, error))
print (select ('#', pcall (string.rep)))
local ok, message = pcall (function () local function f () return f () + 1 end return f () end)
print (ok, message:match ('stack overflow'))
print (pcall (string.gsub, 'abc', '(', ''))
local t = setmetatable ({}, { __index = function (_, k) error ('no ' .. k, 0) end })
print (pcall (function () return t.field end))
print (pcall (table.sort, { 3, 1, 'x' }))
print (pcall (load, function () error ('reader', 0) end))
goto done
error ('never')
::done::
print (tostring (nil), tostring (1e15), 2^53)
