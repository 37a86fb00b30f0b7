// The explorer page, which is part of the program: the files of web/, and the description of the
// interface. What defines them is written when the program is built (embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace pipo {

struct PageFile {
  std::string_view path;  // "/explorer.js"; "/" for the page itself
  std::string_view type;
  std::string_view etag;  // of what is in it
  std::string_view text;
};

std::span<const PageFile> page_files();

}  // namespace pipo
