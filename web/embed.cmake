# Writes a C++ file that defines page_files() of web/page_files.hpp:
#
#     cmake -DOUT=page_files.cpp -DFILES="web/index.html;docs/openapi.json" -P embed.cmake
#
# Files that others name are embedded in those (join.cmake).

cmake_policy(VERSION 3.18)
include(${CMAKE_CURRENT_LIST_DIR}/join.cmake)

set(types html "text/html\; charset=utf-8" css "text/css\; charset=utf-8" js "text/javascript\; charset=utf-8"
    svg "image/svg+xml" json "application/json")

set(data "")
set(entries "")
set(number 0)
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME)
  string(REGEX REPLACE "^.*\\.([a-z]+)$" "\\1" ending "${name}")
  list(FIND types "${ending}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "${file}: no media type is known for files of this kind (web/embed.cmake)")
  endif()
  math(EXPR place "${place} + 1")
  list(GET types ${place} type)
  if(name STREQUAL "index.html")
    set(path "/")
  elseif(name STREQUAL "openapi.json")
    set(path "/api/v1/openapi.json")
  else()
    set(path "/${name}")
  endif()
  if(ending STREQUAL "js" OR ending STREQUAL "css")
    join_files("${file}")
    string(HEX "${bundle}" bytes)
  else()
    file(READ "${file}" bytes HEX)
  endif()
  string(SHA256 hash "${bytes}")
  string(SUBSTRING "${hash}" 0 16 hash)
  string(LENGTH "${bytes}" length)
  math(EXPR length "${length} / 2")
  # Writes numbers, because a string literal may have at most 65,536 characters.
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" bytes "${bytes}")
  string(APPEND data "constexpr unsigned char kFile${number}[] = {\n${bytes}0};\n")
  string(APPEND entries
         "      {\"${path}\", \"${type}\", \"\\\"${hash}\\\"\", {reinterpret_cast<const char*>(kFile${number}), ${length}}},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(WRITE "${OUT}" "// Written by web/embed.cmake.
#include \"web/page_files.hpp\"

#include <array>

namespace pipo {
namespace {

${data}
}  // namespace

std::span<const PageFile> page_files() {
  static const std::array<PageFile, ${number}> kFiles = {{
${entries}  }};
  return kFiles;
}

}  // namespace pipo
")
