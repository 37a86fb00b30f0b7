# Joins the files of the page that others name: a page of many small files would cost a request for each. A style sheet
# replaces its `@import`, a module is a function whose result has the names that it exports. Comments are left out.
#
#     cmake -DFILE=web/explorer.js -DOUT=explorer.js -P join.cmake
#
# embed.cmake includes this file for its function.

cmake_policy(VERSION 3.18)

# Sets `text` to that of a module as a function. Every import and every `export` must be on one line that begins with it
# (tests/browser/audits.test.mjs).
function(enclose module text)
  string(REGEX REPLACE "\nimport ({[^}\n]*}) from '\\./([a-z_]+)\\.js'" "\nconst \\1 = m_\\2" text "${text}")
  string(REGEX MATCHALL "\nexport (async )?(function\\*?|class|const) [A-Za-z_]+" exports "${text}")
  list(TRANSFORM exports REPLACE "^.* " "")
  list(JOIN exports ", " exports)
  string(REGEX REPLACE "\nexport " "\n" text "${text}")
  set(text "const m_${module} = (() => {${text}return {${exports}};\n})();\n" PARENT_SCOPE)
endfunction()

# Appends to `bundle` the text of a module or a style sheet after those of all files that it names, each once. Comments
# of style sheets have no asterisk inside.
function(add_file path)
  if(path IN_LIST joined)
    return()
  endif()
  list(APPEND joined ${path})
  get_filename_component(folder "${path}" DIRECTORY)
  get_filename_component(name "${path}" NAME_WE)
  file(READ "${path}" text)
  if(path MATCHES "\\.js$")
    string(REGEX REPLACE "\n *(//|\\*)[^\n]*" "" text "\n${text}")
    string(REGEX REPLACE "\n */\\*\\*\n" "\n\n" text "${text}")
    string(REGEX REPLACE "/\\*\\*[^*\n]*\\*/ ?" "" text "${text}")
  else()
    string(REGEX REPLACE "/\\*[^*]*\\*/" "" text "\n${text}")
  endif()
  string(REGEX REPLACE "\n[ \n]+" "\n" text "${text}")
  string(REGEX MATCHALL "\n(import {[^}\n]*} from '\\./|@import \")[a-z_]+\\.(js|css)" others "${text}")
  foreach(other IN LISTS others)
    string(REGEX REPLACE "^.*['\"/]" "" other "${other}")
    add_file("${folder}/${other}")
  endforeach()
  if(path MATCHES "\\.js$")
    enclose(${name} "${text}")
  else()
    string(REGEX REPLACE "\n@import[^\n]*" "" text "${text}")
  endif()
  set(bundle "${bundle}${text}" PARENT_SCOPE)
  set(joined "${joined}" PARENT_SCOPE)
endfunction()

# Sets `bundle` to the text of a file with what it names.
function(join_files path)
  set(bundle "")
  set(joined "")
  add_file("${path}")
  set(bundle "${bundle}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  join_files("${FILE}")
  file(WRITE "${OUT}" "${bundle}")
endif()
