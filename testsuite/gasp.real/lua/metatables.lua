-- Metatables: arithmetic, comparison, calls, inheritance, length, concatenation.
--
-- SPDX-License-Identifier: Apache-2.0

local V = {}
V.__index = V
V.__add = function (a, b) return setmetatable ({ x = a.x + b.x }, V) end
V.__eq = function (a, b) return a.x == b.x end
V.__lt = function (a, b) return a.x < b.x end
V.__le = function (a, b) return a.x <= b.x end
V.__len = function (a) return a.x end
V.__call = function (self, n) return self.x * n end
V.__concat = function (a, b) return (type (a) == 'table' and a.x or a) .. '/' .. (type (b) == 'table' and b.x or b) end
V.__tostring = function (a) return 'V' .. a.x end
V.__unm = function (a) return setmetatable ({ x = -a.x }, V) end
V.__idiv = function (a, b) return a.x // b end
local a, b = setmetatable ({ x = 3 }, V), setmetatable ({ x = 4 }, V)
print (tostring (a + b), a == b, a < b, a >= b, #a, a (5), a .. b, a .. 1, tostring (-a), b // 3)
local Base = {} Base.__index = Base
function Base.new (n) return setmetatable ({ n = n }, Base) end
function Base:get () return self.n end
local Derived = setmetatable ({}, { __index = Base }) Derived.__index = Derived
print (setmetatable ({ n = 9 }, Derived):get ())
local log = {}
local proxy = setmetatable ({}, { __newindex = function (t, k, v) log[#log + 1] = k rawset (t, k, v) end })
for i = 1, 3 do proxy['k' .. i] = i end
print (table.concat (log, ','), rawlen (log), next ({}))
