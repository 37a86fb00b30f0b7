# Joins the files of the page that others name: a page of many small files would cost a request for each. A style sheet
# replaces its `@import`, a module is a function whose result has the names that it exports.
#
#     cmake -DFILE=web/explorer.js -DOUT=explorer.js -P join.cmake
#
# embed.cmake includes this file for its functions.

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

# Sets `bundle` to the text of a module or a style sheet with what it names.
function(join_files path)
  set(bundle "")
  set(modules "")
  if(path MATCHES "\\.js$")
    add_module("${path}")
  else()
    add_style("${path}")
  endif()
  set(bundle "${bundle}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  join_files("${FILE}")
  file(WRITE "${OUT}" "${bundle}")
endif()
