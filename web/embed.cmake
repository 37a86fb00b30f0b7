# Writes a C++ file that defines page_files() of web/page_files.hpp:
#
#     cmake -DOUT=page_files.cpp -DFILES="web/index.html;docs/openapi.json" -P embed.cmake
#
# A page of many small files would cost a request for each. So the files that others name are embedded in those: a style
# sheet in place of its `@import`, a module as a function whose result has the names that it exports.

cmake_policy(VERSION 3.18)

# Appends to `bundle` the text of a module after those of all modules that it imports, each once. Comments are left
# out. Every import and every `export` must be on one line that begins with it (tests/browser/audits.test.mjs).
function(add_module path)
  get_filename_component(folder "${path}" DIRECTORY)
  get_filename_component(module "${path}" NAME_WE)
  if(module IN_LIST modules)
    return()
  endif()
  list(APPEND modules ${module})
  file(READ "${path}" text)
  string(REGEX REPLACE "\n *(//|\\*)[^\n]*" "" text "\n${text}")
  string(REGEX REPLACE "\n */\\*\\*\n" "\n\n" text "${text}")
  string(REGEX REPLACE "/\\*\\*[^*\n]*\\*/ ?" "" text "${text}")
  string(REGEX REPLACE "\n[ \n]+" "\n" text "${text}")
  string(REGEX MATCHALL "\nimport {[^}\n]*} from '\\./[a-z_]+" imports "${text}")
  foreach(import IN LISTS imports)
    string(REGEX REPLACE "^.*/" "" import "${import}")
    add_module("${folder}/${import}.js")
  endforeach()
  string(REGEX REPLACE "\nimport ({[^}\n]*}) from '\\./([a-z_]+)\\.js'" "\nconst \\1 = m_\\2" text "${text}")
  string(REGEX MATCHALL "\nexport (async )?(function\\*?|class|const) [A-Za-z_]+" exports "${text}")
  list(TRANSFORM exports REPLACE "^.* " "")
  list(JOIN exports ", " exports)
  string(REGEX REPLACE "\nexport " "\n" text "${text}")
  set(bundle "${bundle}const m_${module} = (() => {${text}return {${exports}};\n})();\n" PARENT_SCOPE)
  set(modules "${modules}" PARENT_SCOPE)
endfunction()

# Appends to `bundle` the text of a style sheet after those of all style sheets that it imports. Comments, whose text has
# no asterisk, are left out.
function(add_style path)
  get_filename_component(folder "${path}" DIRECTORY)
  file(READ "${path}" text)
  string(REGEX MATCHALL "\n@import \"[a-z_]+\\.css" imports "\n${text}")
  foreach(import IN LISTS imports)
    string(REGEX REPLACE "^.*\"" "" import "${import}")
    add_style("${folder}/${import}")
  endforeach()
  string(REGEX REPLACE "\n@import[^\n]*" "" text "\n${text}")
  string(REGEX REPLACE "/\\*[^*]*\\*/" "" text "${text}")
  string(REGEX REPLACE "\n[ \n]+" "\n" text "${text}")
  set(bundle "${bundle}${text}" PARENT_SCOPE)
endfunction()

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
  if(ending STREQUAL "js")
    set(bundle "")
    set(modules "")
    add_module("${file}")
    string(HEX "${bundle}" bytes)
  elseif(ending STREQUAL "css")
    set(bundle "")
    add_style("${file}")
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
