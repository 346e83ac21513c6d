-- The garbage collector: finalizers, weak tables, closing, generations.
--
-- SPDX-License-Identifier: Apache-2.0

local count = 0
for i = 1, 2000 do setmetatable ({}, { __gc = function () count = count + 1 end }) end
collectgarbage () collectgarbage ()
print (count)
local weak = setmetatable ({}, { __mode = 'k' })
do local key = {} weak[key] = 1 end
collectgarbage ()
print (next (weak))
collectgarbage ('generational')
local keep = {}
for i = 1, 20000 do keep[i % 100] = { i, tostring (i) } end
collectgarbage ('incremental')
print (#keep, collectgarbage ('count') > 0, collectgarbage ('isrunning'))
do
  local a <close> = setmetatable ({}, { __close = function (_, e) print ('close', e) end })
  local b <const> = 3
  print (b)
end
print (pcall (function ()
  local a <close> = setmetatable ({}, { __close = function (_, e) print ('close', e) end })
  error ('thrown', 0)
end))
setmetatable ({}, { __gc = function () print ('at the end') end })
