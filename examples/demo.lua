-- demo.lua - something for "make demo" to profile: a few seconds of
-- numbers, tables, strings and sorting.
--
-- SPDX-License-Identifier: Apache-2.0
--
--   lua demo.lua [SCALE]

local scale = tonumber (arg and arg[1]) or 1

local function fib (n)
  if n < 2 then return n end
  return fib (n - 1) + fib (n - 2)
end

local function sieve (limit)
  local composite, count = {}, 0
  for i = 2, limit do
    if not composite[i] then
      count = count + 1
      for j = i * i, limit, i do composite[j] = true end
    end
  end
  return count
end

local function words (count)
  local list = {}
  for i = 1, count do
    list[i] = string.format ("%s-%d", string.char (97 + i % 26), i * 7919 % count)
  end
  return list
end

local function histogram (list)
  local counts = {}
  for _, word in ipairs (list) do
    local letter = word:match ("^%a")
    counts[letter] = (counts[letter] or 0) + 1
  end
  return counts
end

local function join (list)
  local parts = {}
  for i, word in ipairs (list) do
    parts[i] = word:upper ():gsub ("%d", "#")
  end
  return #table.concat (parts, ",")
end

local function objects (count)
  local Point = {}
  Point.__index = Point
  Point.__add = function (a, b)
    return setmetatable ({ x = a.x + b.x, y = a.y + b.y }, Point)
  end
  local sum = setmetatable ({ x = 0, y = 0 }, Point)
  for i = 1, count do
    sum = sum + setmetatable ({ x = i, y = -i }, Point)
  end
  return sum.x
end

print ("fib", fib (24 + math.floor (scale)))
print ("primes", sieve (200000 * scale))
local list = words (40000 * scale)
table.sort (list)
print ("words", #list, list[1], histogram (list).q)
print ("text", join (list))
print ("objects", objects (200000 * scale))
