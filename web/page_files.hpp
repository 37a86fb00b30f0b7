// The files of the page that `pipo serve` shows, embedded in the program: those of web/, and the
// description of the HTTP interface. The build writes the definitions (web/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace pipo {

struct PageFile {
  std::string_view path;  // "/explorer.js"; "/" for the page itself
  std::string_view type;
  std::string_view etag;  // of its content
  std::string_view text;
};

std::span<const PageFile> page_files();

}  // namespace pipo
