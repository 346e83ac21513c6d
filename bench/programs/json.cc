/* json.cc - parse and print a document with the library of Debian's
   nlohmann-json3.

   SPDX-License-Identifier: Apache-2.0  */

#include <cstdio>
#include <nlohmann/json.hpp>

int
main ()
{
  std::string text = "[";
  for (int i = 0; i < 3000; i++)
    text += "{\"id\":" + std::to_string (i) + ",\"name\":\"item "
	    + std::to_string (i * 7919) + "\",\"tags\":[\"a\",\"bc\",null,true],"
	    "\"x\":" + std::to_string (i * 0.37) + "},";
  text.back () = ']';
  size_t sum = 0;
  for (int i = 0; i < 6; i++)
    sum += nlohmann::json::parse (text).dump ().size ();
  std::printf ("%zu\n", sum);
}
