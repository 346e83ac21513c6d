-- Integers and floats, math, sorting, a sieve.
--
-- SPDX-License-Identifier: Apache-2.0

print (7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, 2^0.5, 1 / 0, -1 / 0, 0 / 0 ~= 0 / 0)
print (math.maxinteger + 1 == math.mininteger, 5 // 0.0, 3 | 4, 6 & 3, 6 ~ 3, ~0, 1 << 62, 1 >> 63)
print (math.floor (-3.5), math.ceil (3.2), math.fmod (-5, 3), math.tointeger (3.0), math.ult (1, -1))
print (string.format ('%.14g', math.sin (1)), string.format ('%.14g', math.exp (1)), math.pi)
local composite, primes = {}, 0
for i = 2, 20000 do
  if not composite[i] then
    primes = primes + 1
    for j = i * i, 20000, i do composite[j] = true end
  end
end
print (primes)
local seed = 42
local function random () seed = (seed * 1103515245 + 12345) % 2147483648 return seed end
local t = {}
for i = 1, 3000 do t[i] = random () end
table.sort (t)
for i = 2, #t do assert (t[i - 1] <= t[i]) end
table.sort (t, function (a, b) return a > b end)
print (t[1], t[#t])
for i = 10, 1, -3 do io.write (i, ' ') end
for x = 0.0, 1.0, 0.25 do io.write (x, ' ') end
print ()
