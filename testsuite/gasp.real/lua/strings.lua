-- Strings: patterns, formats, packing, utf8.
--
-- SPDX-License-Identifier: Apache-2.0

print (('hello world'):gsub ('o', '0'), ('k=v; a=b'):gsub ('(%w+)=(%w+)', '%2=%1'))
print (('abc'):rep (3, '-'), ('x'):byte (), ('%d %5.2f %q %x %s'):format (42, 3.14159, 'a\nb', 255, 'z'))
for w in ('one two  three'):gmatch ('%a+') do io.write (w, '.') end
print (('THE (quick) fox'):find ('%((%a+)%)'))
print (#string.pack ('<i4d s2', 7, 1.5, 'xyz'), string.unpack ('<i4', string.pack ('<i4', -5)))
print (utf8.char (72, 228, 8364, 128512), utf8.len ('äö'), ('x'):upper (), ('%bxy'):len ())
print (table.concat ({ ('a,b,,c'):match ('([^,]*),([^,]*),([^,]*),([^,]*)') }, '|'))
print (tostring (12):reverse (), ('abc'):sub (-2), #('\0\1\2'), ('%5s|%-5s|'):format ('a', 'b'))
local big = {}
for i = 1, 5000 do big[i] = ('%04d'):format (i) end
print (#table.concat (big), #(('a'):rep (100000):gsub ('a', 'bb')))
print (tonumber ('0x1p4'), tonumber ('z', 36), tonumber (' 12 '), tonumber ('1e'), math.type (1), math.type (1.0))
